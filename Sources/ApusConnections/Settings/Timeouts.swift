extension Connections {
  /// The timeouts of a request and of each of its phases.
  ///
  ///     $0.timeouts.connect = .seconds(3)
  ///     $0.timeouts.total = .seconds(20)
  public struct Timeouts: Sendable, Hashable, Codable {
    /// The timeout for a free connection if a limit is reached; 30 seconds by default.
    public var queue: Duration = .seconds(30)
    /// The timeout for the DNS look-up of the host name; 10 seconds by default.
    public var resolve: Duration = .seconds(10)
    /// The timeout from the first connection attempt to a TCP connection; 10 seconds by default.
    public var connect: Duration = .seconds(10)
    /// The timeout of the TLS handshake; 10 seconds by default.
    public var tls: Duration = .seconds(10)
    /// The timeout from the last sent byte to the first response byte; 60 seconds by default.
    public var firstByte: Duration = .seconds(60)
    /// The timeout between two pieces of a body, in either direction; 60 seconds by default.
    public var idle: Duration = .seconds(60)
    /// The minimum speed of a body that is collected or saved, or `nil` for no minimum.
    ///
    /// The default is 1 KiB in 30 seconds. Streams, events and other protocols may be slower.
    public var slowness: Slowness? = Slowness()
    /// The timeout from the start of the call to the end of its response.
    ///
    /// The time is unlimited if the value is `nil`. The default is `nil`.
    ///
    /// The session sends no bytes after the timeout. A running interceptor is not interrupted.
    ///
    /// Only the total timeout limits the time that an asynchronous body sequence takes to produce
    /// an element.
    public var total: Duration?
    /// An alias of `total` with the name that other HTTP clients use.
    public var request: Duration? {
      get { total }
      set { total = newValue }
    }
    /// The time that `Expect: 100-continue` holds back the body of a request; 1 second by default.
    public var expectContinue: Duration = .seconds(1)

    /// Creates the default timeouts.
    public init() {}

    /// The minimum speed of a body, which is measured while the caller waits for bytes.
    public struct Slowness: Sendable, Hashable, Codable {
      /// The minimum number of bytes in each window.
      public var byteCount: Int
      /// The waiting time in which the minimum number of bytes must arrive.
      public var window: Duration

      /// Creates a minimum speed, by default 1 KiB in 30 seconds.
      ///
      /// - Parameters:
      ///   - byteCount: The minimum number of bytes in each window.
      ///   - window: The waiting time in which that many bytes must arrive.
      public init(byteCount: Int = 1_024, window: Duration = .seconds(30)) {
        self.byteCount = byteCount
        self.window = window
      }
    }
  }
}
