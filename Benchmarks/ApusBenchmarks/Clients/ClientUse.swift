/// The JSON line that a client prints, which contains the cost of the requests after the warm-up.
struct ClientUse: Codable {
  let requests: Int
  /// The processor time of the client process in nanoseconds.
  let nanoseconds: Int
  /// The elapsed time of the requests in nanoseconds.
  let wall: Int
  /// The peak of the client's resident memory in KiB.
  let kibibytes: Int

  /// The processor time of one request in microseconds.
  var microseconds: Double { Double(nanoseconds) / Double(requests) / 1e3 }
}
