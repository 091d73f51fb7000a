/// Connections that nothing uses, each in two orders: among those of its host, and among all.
///
/// Every operation takes constant time: a connection is at a place in a table, and each place knows
/// its neighbours in both orders.
struct IdleConnections<Connection, Time: Comparable> {
  private struct Place {
    /// Nil where the place is free.
    var connection: Connection?
    var host: Int
    var expiry: Time?
    /// How often the place was taken, so that a parking that is over finds nothing.
    var generation: UInt32 = 0
    var hostOlder = -1
    var hostNewer = -1
    var older = -1
    var newer = -1
  }

  private var places: [Place] = []
  private var free: [Int] = []
  private var oldest = -1
  private var newest = -1
  private(set) var count = 0

  /// The last connection of a host to come to rest, by which its others are found.
  struct Newest {
    fileprivate var place = -1
    var isEmpty: Bool { place < 0 }
  }

  /// Takes in a connection, which is the newest of all and of its host.
  mutating func append(
    _ connection: Connection, of host: Int, _ newestOfHost: inout Newest, until expiry: Time
  ) -> Parking {
    let index: Int
    if let freed = free.popLast() {
      index = freed
    } else {
      index = places.count
      places.append(Place(connection: nil, host: host, expiry: nil))
    }
    places[index].connection = connection
    places[index].host = host
    places[index].expiry = expiry
    places[index].hostOlder = newestOfHost.place
    places[index].hostNewer = -1
    places[index].older = newest
    places[index].newer = -1
    if newestOfHost.place >= 0 { places[newestOfHost.place].hostNewer = index }
    if newest >= 0 { places[newest].newer = index } else { oldest = index }
    newestOfHost.place = index
    newest = index
    count += 1
    return Parking(place: index, generation: places[index].generation)
  }

  /// Takes out the connection of a host that came to rest last, with its expiry.
  mutating func popNewest(_ newestOfHost: inout Newest) -> (Connection, until: Time)? {
    guard newestOfHost.place >= 0 else { return nil }
    return remove(newestOfHost.place, &newestOfHost).map { ($0, $1) }
  }

  /// The host of the connection that has rested for longest, with where it is.
  var first: (host: Int, Parking)? {
    guard oldest >= 0 else { return nil }
    return (places[oldest].host, Parking(place: oldest, generation: places[oldest].generation))
  }

  /// The host of a connection that still rests.
  func host(of parking: Parking) -> Int? {
    guard places.indices.contains(parking.place),
      places[parking.place].generation == parking.generation,
      places[parking.place].connection != nil
    else { return nil }
    return places[parking.place].host
  }

  /// Takes out a connection that still rests.
  mutating func remove(_ parking: Parking, _ newestOfHost: inout Newest) -> Connection? {
    guard host(of: parking) != nil else { return nil }
    return remove(parking.place, &newestOfHost)?.0
  }

  private mutating func remove(
    _ index: Int, _ newestOfHost: inout Newest
  ) -> (Connection, Time)? {
    let place = places[index]
    guard let connection = place.connection, let expiry = place.expiry else { return nil }
    if place.hostNewer >= 0 {
      places[place.hostNewer].hostOlder = place.hostOlder
    } else {
      newestOfHost.place = place.hostOlder
    }
    if place.hostOlder >= 0 { places[place.hostOlder].hostNewer = place.hostNewer }
    if place.newer >= 0 { places[place.newer].older = place.older } else { newest = place.older }
    if place.older >= 0 { places[place.older].newer = place.newer } else { oldest = place.newer }
    places[index].connection = nil
    places[index].generation &+= 1
    free.append(index)
    count -= 1
    return (connection, expiry)
  }
}
