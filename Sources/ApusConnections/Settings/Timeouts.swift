extension Connections {
  /// How long each phase of a request may take before it fails by name.
  public struct Timeouts: Sendable, Hashable, Codable {
    /// Until a connection is free, where there are as many as there may be.
    public var queue: Duration = .seconds(30)
    /// From a host's name to its addresses.
    public var resolve: Duration = .seconds(10)
    /// From the first address tried to an open connection.
    public var connect: Duration = .seconds(10)
    /// From an open connection to a protected one.
    public var tls: Duration = .seconds(10)
    /// From the last byte sent to the first byte of the answer.
    public var firstByte: Duration = .seconds(60)
    /// Between two pieces of a body, in either direction.
    public var idle: Duration = .seconds(60)
    /// How slowly a body may come that is collected or saved; nil for any.
    ///
    /// Streams, events and other protocols may come as slowly as they like.
    public var slowness: Slowness? = Slowness()
    /// From call to answer, everything included; nil is no bound.
    ///
    /// Once it is over, nothing more is sent. An interceptor that runs then is not abandoned.
    ///
    /// It alone bounds how long a request's own sequence may take for a piece.
    public var request: Duration?
    /// How long `Expect: 100-continue` holds back the body of a request.
    public var expectContinue: Duration = .seconds(1)

    /// Creates the default timeouts.
    public init() {}

    /// The least of a body that must come in a time for which it is waited for.
    public struct Slowness: Sendable, Hashable, Codable {
      /// How many bytes must come.
      public var byteCount: Int
      /// In how long.
      public var window: Duration

      /// Expects at least so many bytes in a time, by default 1 KiB in 30 seconds.
      public init(byteCount: Int = 1_024, window: Duration = .seconds(30)) {
        self.byteCount = byteCount
        self.window = window
      }
    }
  }
}
