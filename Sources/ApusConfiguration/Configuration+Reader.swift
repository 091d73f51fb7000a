#if Configuration
  public import ApusSession
  public import Configuration

  extension HTTPSession.Configuration {
    /// Creates a session configuration from the values of a swift-configuration reader.
    ///
    ///     let reader = ConfigReader(provider: provider)
    ///     let api = try HTTPSession(
    ///       "https://api.example.com/",
    ///       configuration: HTTPSession.Configuration(reader: reader.scoped(to: "http")))
    ///
    /// A setting without a value has its default. The article of the module lists the configuration
    /// keys.
    ///
    /// - Parameter reader: The reader that provides the values.
    /// - Throws: `HTTPSession.InvalidSetting` with the key and the value if a value has another
    ///   type or is out of range, or if a file cannot be read.
    public init(reader: ConfigReader) throws {
      self.init()
      try read(from: reader)
    }

    /// Changes each setting that has a value in the reader.
    ///
    /// - Parameter reader: The reader that provides the values.
    /// - Throws: `HTTPSession.InvalidSetting` with the key and the value if a value has another
    ///   type or is out of range, or if a file cannot be read. The settings that were read before
    ///   the error are changed.
    public mutating func read(from reader: ConfigReader) throws {
      let values = SettingReader(reader: reader)
      try timeouts.read(values)
      try pool.read(values)
      try dns.read(values)
      try limits.read(values)
      try tls.read(values)
      try readRoutes(values)
      try readRepetitions(values)
      try readRequests(values)
    }
  }
#else
  public import ApusSession

  extension HTTPSession.Configuration {
    /// Reads the settings from a swift-configuration reader, which requires the package trait
    /// `Configuration`.
    @available(*, unavailable, message: "enable the trait Configuration of the package apus")
    public init(reader: some Any) { self.init() }

    /// Changes settings by swift-configuration, which needs the trait `Configuration`.
    @available(*, unavailable, message: "enable the trait Configuration of the package apus")
    public mutating func read(from reader: some Any) throws {}
  }
#endif
