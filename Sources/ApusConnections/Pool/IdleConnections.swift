/// The idle connections in two linked lists: one for each host, and one for all hosts.
///
/// Every operation on the idle connections takes constant time. The table entry of a connection
/// contains links to the neighbours in its two linked lists.
struct IdleConnections<Connection, Time: Comparable> {
  private struct Place {
    var host: Int
    /// The number of connections that have used the table index. An outdated reference to the index
    /// finds no connection.
    var generation: UInt32 = 0
    var hostOlder = -1
    var hostNewer = -1
    var older = -1
    var newer = -1
  }

  private var places: [Place] = []
  /// The idle connection at each table index. The element is `nil` if the table index is free.
  private var resting: [(connection: Connection, expiry: Time)?] = []
  private var free: [Int] = []
  private var oldest = -1
  private var newest = -1
  /// The table index of the newest idle connection of each host, which is the head of the host's
  /// linked list.
  private var newestOfHosts: [Int] = []
  private(set) var count = 0

  /// Adds a connection as the newest idle connection.
  mutating func append(
    _ connection: Connection, of host: Int, until expiry: Time
  ) -> Parking {
    while newestOfHosts.count <= host { newestOfHosts.append(-1) }
    let index: Int
    if let freed = free.popLast() {
      index = freed
    } else {
      index = places.count
      places.append(Place(host: host))
      resting.append(nil)
    }
    resting[index] = (connection, expiry)
    places[index].host = host
    let newestOfHost = newestOfHosts[host]
    places[index].hostOlder = newestOfHost
    places[index].hostNewer = -1
    places[index].older = newest
    places[index].newer = -1
    if newestOfHost >= 0 { places[newestOfHost].hostNewer = index }
    if newest >= 0 { places[newest].newer = index } else { oldest = index }
    newestOfHosts[host] = index
    newest = index
    count += 1
    return Parking(place: index, generation: places[index].generation)
  }

  /// Removes and returns the newest idle connection of a host, with its expiration time.
  mutating func popNewest(of host: Int) -> (connection: Connection, expiry: Time)? {
    guard host < newestOfHosts.count, newestOfHosts[host] >= 0 else { return nil }
    return remove(newestOfHosts[host])
  }

  /// The host and the table position of the oldest idle connection.
  var first: (host: Int, Parking)? {
    guard oldest >= 0 else { return nil }
    return (places[oldest].host, Parking(place: oldest, generation: places[oldest].generation))
  }

  /// Returns the host of a connection that is still idle. Returns `nil` if the connection is no
  /// longer idle.
  func host(of parking: Parking) -> Int? {
    guard places.indices.contains(parking.place),
      places[parking.place].generation == parking.generation,
      resting[parking.place] != nil
    else { return nil }
    return places[parking.place].host
  }

  /// Removes and returns a connection that is still idle. Returns `nil` if the connection is no
  /// longer idle.
  mutating func remove(_ parking: Parking) -> Connection? {
    guard host(of: parking) != nil else { return nil }
    return remove(parking.place)?.connection
  }

  private mutating func remove(_ index: Int) -> (connection: Connection, expiry: Time)? {
    guard let removed = resting[index] else { return nil }
    resting[index] = nil
    let (hostOlder, hostNewer) = (places[index].hostOlder, places[index].hostNewer)
    let (older, newer) = (places[index].older, places[index].newer)
    if hostNewer >= 0 {
      places[hostNewer].hostOlder = hostOlder
    } else {
      newestOfHosts[places[index].host] = hostOlder
    }
    if hostOlder >= 0 { places[hostOlder].hostNewer = hostNewer }
    if newer >= 0 { places[newer].older = older } else { newest = older }
    if older >= 0 { places[older].newer = newer } else { oldest = newer }
    places[index].generation &+= 1
    free.append(index)
    count -= 1
    return removed
  }
}
