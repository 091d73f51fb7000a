/// A part of the benchmark suite.
struct Part: Sendable {
  let name: String
  /// The summary of the part in one line of the list.
  let summary: String
  /// The approximate number of seconds that the part takes on a machine with two free cores.
  let seconds: Int
  /// A Boolean value that indicates whether the part needs other programs, such as nginx or a
  /// compiler.
  let needsPeers: Bool
  let run: @Sendable () throws -> Bool

  static let all: [Part] = own + withPeers

  /// The parts that need no program other than this one.
  private static let own: [Part] = [
    Part("loopback", "GETs to a server of the test kit, by connections and body size", 35) {
      try LoopbackBenchmarks.run()
    },
    Part("latency", "percentiles of latency at fixed rates, in an open loop", 40) {
      try LatencyBenchmarks.run()
    },
    Part("scaling", "cost against size, with the exponent of a fitted power law", 50) {
      try ScalingBenchmarks.run()
    },
    Part("caching", "hits of a cache in memory, with few and many entries", 20) {
      try CachingBenchmarks.run()
    },
    Part("pool", "decisions of the connection pool, with few and many hosts", 15) {
      try PoolBenchmarks.run([])
    },
  ]

  private static let withPeers: [Part] = [
    Part("clients", "HTTP clients of several languages, each pinned and free", 900, peers: true) {
      try ClientBenchmarks.run()
    },
    Part("counts", "instructions and allocations, compared with the baselines", 120, peers: true) {
      try BaselineBenchmarks.run()
    },
    Part("transport", "the session and plain C with epoll, in clear text", 130, peers: true) {
      try TransportBenchmarks.run()
    },
    Part("tls", "the session, OpenSSL in plain C, and libcurl", 260, peers: true) {
      try TLSBenchmarks.run()
    },
    Part("session", "instructions that features of a session add to a GET", 180, peers: true) {
      try SessionBenchmarks.run([])
    },
    Part("http", "the HTTP/1.1 codec, a plain C scanner and memcpy", 25, peers: true) {
      try HTTPBenchmarks.run()
    },
    Part("json", "JSON, FoundationEssentials, Python and Node", 95, peers: true) {
      try JSONBenchmarks.run()
    },
    Part("serializers", "forms, validation, multipart bodies and XML", 90, peers: true) {
      try SerializerBenchmarks.run()
    },
    Part("images", "PNG decoded by Apus and by libpng", 30, peers: true) {
      try ImagesBenchmarks.run()
    },
    Part("net", "the event loop and plain C with epoll", 60, peers: true) {
      try NetBenchmarks.run()
    },
    Part("crypto", "the primitives of cryptography and `openssl speed`", 250, peers: true) {
      try CryptoBenchmarks.run()
    },
    Part("x509", "certificates, and Go", 15, peers: true) {
      try X509Benchmarks.run(folder: nil)
    },
  ]

  private init(
    _ name: String, _ summary: String, _ seconds: Int, peers needsPeers: Bool = false,
    run: @escaping @Sendable () throws -> Bool
  ) {
    self.name = name
    self.summary = summary
    self.seconds = seconds
    self.needsPeers = needsPeers
    self.run = run
  }
}
