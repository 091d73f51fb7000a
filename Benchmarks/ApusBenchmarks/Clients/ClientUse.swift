/// The line of JSON that a client prints: the cost of the requests after the warm-up.
struct ClientUse: Codable {
  let requests: Int
  /// The processor time of the process.
  let nanoseconds: Int
  /// The elapsed time.
  let wall: Int
  /// The greatest resident memory of the process.
  let kibibytes: Int

  /// The microseconds of processor time for one request.
  var microseconds: Double { Double(nanoseconds) / Double(requests) / 1e3 }
}
