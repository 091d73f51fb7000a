/// A client that takes part, which runs in a separate process on the second core.
enum TLSParty: CaseIterable {
  /// A client in plain C with epoll and OpenSSL.
  case openSSL
  case curl
  /// Our session with default settings, in tasks that run on its loop.
  case onLoop
  /// Our session with default settings, in tasks of the global thread pool.
  case byDefault
  /// Our session on its loop without ML-KEM.
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

  /// The name of the client in reports, which also states the cores.
  var title: String { isOurs ? "Apus \(name), pinned" : name }

  /// Returns the processor time of the client in nanoseconds.
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
    // The C client makes no difference between small and large files.
    let kind = !isOurs && job.kind == .download ? "get" : job.kind.rawValue
    let words =
      program + [kind, "\(job.connections)", "\(job.count)", path]
      + (job.kind == .upload ? [workplace.large] : [])
    let numbers = try Party.numbers(words, count: 3)
    // The number counts the connections that resume a TLS session. The first connections may not
    // have a session ticket yet.
    let resumed = numbers[2]
    if job.kind == .resumed, self != .curl {
      precondition(resumed * 10 >= job.units * 9, "\(name) resumed only \(resumed) connections")
    }
    return Double(numbers[0])
  }
}
