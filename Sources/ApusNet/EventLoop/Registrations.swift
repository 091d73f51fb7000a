/// The sockets of a loop, under the tokens that the poller reports.
///
/// A token holds a place and the number of sockets that had it before, so that what is reported
/// late of a closed socket reaches none that came after it.
struct Registrations {
  private var places: [Place] = []
  private var free: [Int] = []

  private struct Place {
    var generation: UInt32
    var readiness: Readiness?
  }

  /// How many sockets there are.
  var count: Int { places.count - free.count }

  /// Takes in a socket and returns its token.
  mutating func insert(_ readiness: Readiness) -> UInt64 {
    guard let place = free.popLast() else {
      places.append(Place(generation: 0, readiness: readiness))
      return UInt64(places.count - 1)
    }
    places[place].readiness = readiness
    return UInt64(places[place].generation) << 32 | UInt64(place)
  }

  /// Takes a socket out, after which its token stands for nothing.
  mutating func remove(_ token: UInt64) {
    guard let place = place(of: token) else { return }
    places[place].readiness = nil
    places[place].generation &+= 1
    free.append(place)
  }

  /// The socket of a token, if it is still there.
  subscript(token: UInt64) -> Readiness? { place(of: token).flatMap { places[$0].readiness } }

  private func place(of token: UInt64) -> Int? {
    let place = Int(token & 0xffff_ffff)
    guard place < places.count, UInt64(places[place].generation) == token >> 32,
      places[place].readiness != nil
    else { return nil }
    return place
  }
}

/// Where the tasks wait that read from a socket and write to it.
struct Readiness: Sendable {
  let input: Doorbell
  let output: Doorbell

  init(on loop: EventLoop) {
    input = Doorbell(on: loop, keepsPlace: true)
    output = Doorbell(on: loop, keepsPlace: true)
  }

  /// Ends what waits for a socket that was closed.
  func close() {
    for doorbell in [input, output] {
      doorbell.ring(.closed)
      doorbell.retire()
    }
  }
}
