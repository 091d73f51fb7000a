/// The sockets of an event loop, by the tokens that the poller reports.
///
/// A token contains a table index and the number of previous sockets at that index. The event loop
/// can therefore ignore a late event of a closed socket.
struct Registrations {
  private var places: [Place] = []
  private var free: [Int] = []

  private struct Place {
    var generation: UInt32
    var readiness: Readiness?
  }

  /// The number of registered sockets.
  var count: Int { places.count - free.count }

  /// Registers a socket and returns its poller token.
  mutating func insert(_ readiness: Readiness) -> UInt64 {
    guard let place = free.popLast() else {
      places.append(Place(generation: 0, readiness: readiness))
      return UInt64(places.count - 1)
    }
    places[place].readiness = readiness
    return UInt64(places[place].generation) << 32 | UInt64(place)
  }

  /// Removes a socket and invalidates its token.
  mutating func remove(_ token: UInt64) {
    guard let place = place(of: token) else { return }
    places[place].readiness = nil
    places[place].generation &+= 1
    free.append(place)
  }

  /// The socket of a token. The value is `nil` if the socket is no longer registered.
  subscript(token: UInt64) -> Readiness? { place(of: token).flatMap { places[$0].readiness } }

  private func place(of token: UInt64) -> Int? {
    let place = Int(token & 0xffff_ffff)
    guard place < places.count, UInt64(places[place].generation) == token >> 32,
      places[place].readiness != nil
    else { return nil }
    return place
  }
}

/// The wake-up signals for the two tasks that read from a socket and write to the socket.
struct Readiness: Sendable {
  let input: Doorbell
  let output: Doorbell

  init(on loop: EventLoop) {
    input = Doorbell(on: loop, keepsPlace: true)
    output = Doorbell(on: loop, keepsPlace: true)
  }

  /// Wakes all tasks that wait for the closed socket.
  func close() {
    for doorbell in [input, output] {
      doorbell.ring(.closed)
      doorbell.retire()
    }
  }
}
