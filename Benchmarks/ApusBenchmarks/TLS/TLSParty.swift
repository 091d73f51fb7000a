/// A client that takes part, in a process of its own on the second core.
enum TLSParty: CaseIterable {
  /// Plain C with epoll and OpenSSL.
  case openSSL
  case curl
  /// Our session by default, in tasks that run on its loop.
  case onLoop
  /// The same in tasks of the global pool.
  case byDefault
  /// On the loop, without ML-KEM.
  case classical

  /// The name of the client in the results.
  var name: String {
    switch self {
    case .openSSL: "plain C"
    case .curl: "libcurl"
    case .onLoop: "on the loop"
    case .byDefault: "by default"
    case .classical: "on the loop with X25519 alone"
    }
  }

  var isOurs: Bool { self != .openSSL && self != .curl }

  /// The name in reports, which states the cores too.
  var title: String { isOurs ? "Apus \(name), pinned" : name }

  /// The processor time of the client in nanoseconds.
  func perform(_ job: Job, at place: TLSContest.Place, _ workplace: TLSWorkplace) throws -> Double {
    let port = "\(place.port(of: workplace))"
    let path =
      switch (job.kind, place) {
      case (.upload, _): "sink"
      case (.download, _): "large"
      case (_, .server): "whole"
      case (_, _): "small"
      }
    let program =
      switch self {
      case .openSSL: [workplace.client, port, workplace.roots]
      case .curl: [workplace.curlClient, port, workplace.roots]
      case .onLoop: [Party.ourselves, "tls-loop", port, workplace.roots, "hybrid"]
      case .byDefault: [Party.ourselves, "tls-pool", port, workplace.roots, "hybrid"]
      case .classical: [Party.ourselves, "tls-loop", port, workplace.roots, "classical"]
      }
    // C makes no difference between small and large files.
    let kind = !isOurs && job.kind == .download ? "get" : job.kind.rawValue
    let words =
      program + [kind, "\(job.connections)", "\(job.count)", path]
      + (job.kind == .upload ? [workplace.large] : [])
    let numbers = try Party.numbers(words, count: 3)
    // The connections that resume a TLS session; the first ones may find no ticket yet.
    let resumed = numbers[2]
    if job.kind == .resumed, self != .curl {
      precondition(resumed * 10 >= job.units * 9, "\(name) resumed only \(resumed) connections")
    }
    return Double(numbers[0])
  }
}
