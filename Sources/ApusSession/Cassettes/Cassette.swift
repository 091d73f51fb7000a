public import ApusHTTP
internal import ApusNet
internal import ApusSerialization

extension HTTPSession {
  /// A recording of requests and responses in a file, which tests replay without a network.
  ///
  ///     let cassette = try HTTPSession.Cassette(file: "Tests/Cassettes/users.json", .strict)
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.interceptors.append(cassette.interceptor)
  ///     }
  ///
  /// A request is identified by its method, URL and content. Recordings of the same request are
  /// replayed in order, and each recording is replayed once. The comparison of requests ignores
  /// multipart content, and content that the session reads while it sends the request. A recorded
  /// response contains the status, the header fields and the decoded content.
  ///
  /// The cassette removes the secrets that the rules of `Redaction` define. The cassette does not
  /// record forms, multipart content or JSON that cannot be parsed, and records the reason for the
  /// omission instead. The file contains JSON that people can read and compare; `har()` returns the
  /// same exchanges for other tools.
  public final class Cassette: Sendable {
    /// The behavior of a cassette for a request that the cassette does not contain.
    public enum Mode: Sendable, Hashable {
      /// The cassette rejects the unknown request, and the session does not send the request.
      case strict
      /// The session sends the unknown request, and the cassette records the exchange.
      case lenient
    }

    /// The reason for the failure of a cassette.
    public enum Fault: Error, Equatable, Sendable {
      /// The cassette contains no unused recording of the request. The URL in the error contains no
      /// secrets.
      case unknownRequest(HTTP.Method, String)
      /// The version of the cassette file is not supported.
      case unknownVersion(Int)
      /// A header field in the cassette file is malformed and cannot be sent in an HTTP message.
      case malformedField(String)
      /// The cassette contains the maximum number of exchanges.
      case full(limit: Int)
    }

    /// The maximum number of exchanges in a cassette.
    public static let limit = 10_000
    /// The maximum size of a cassette file, in bytes.
    public static let fileByteLimit = 256 << 20
    /// The maximum number of content bytes of one recorded response.
    ///
    /// Longer response content makes the request fail.
    public static let contentByteLimit = 16 << 20

    /// The treatment of a request that the cassette does not contain.
    public let mode: Mode
    /// The rules for the secrets that the cassette removes.
    public let redaction: Redaction
    private let path: FilePath
    private let time: TimeSource
    private let state: Lock<State>

    private let redactor: Redactor

    private struct State {
      /// The exchanges of the cassette file, followed by the newly recorded exchanges.
      var exchanges: [RecordedExchange] = []
      /// An array that contains `true` for each exchange of the cassette file that has not been
      /// replayed yet.
      ///
      /// All exchanges before the index `firstUnused` were replayed.
      var isUnused: [Bool] = []
      var firstUnused = 0
      var secrets = FoundSecrets()
    }

    /// Reads a cassette from a file; a lenient cassette begins empty if the file is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the cassette file. The file may be missing if the cassette is lenient.
    ///   - mode: The treatment of requests without a recording; lenient by default.
    ///   - redaction: The rules that remove secrets from the recording.
    public convenience init(
      file path: String, _ mode: Mode = .lenient, _ redaction: Redaction = Redaction()
    ) throws {
      try self.init(file: path, mode, redaction, .system)
    }

    init(
      file text: String, _ mode: Mode, _ redaction: Redaction, _ time: TimeSource
    ) throws {
      path = FilePath(text)
      redactor = Redactor(redaction)
      (self.mode, self.redaction, self.time) = (mode, redaction, time)
      var state = State()
      if mode == .strict || Files.exists(path) {
        let bytes = try Files.contents(of: path, limit: Self.fileByteLimit)
        let archive = try JSONCoder().decode(Archive.self, from: bytes)
        guard archive.version == Archive.version else {
          throw Fault.unknownVersion(archive.version)
        }
        guard archive.exchanges.count <= Self.limit else { throw Fault.full(limit: Self.limit) }
        state.exchanges = archive.exchanges
        state.isUnused = Array(repeating: true, count: archive.exchanges.count)
      }
      self.state = Lock(state)
    }
  }
}

/// The contents of a cassette file.
private struct Archive: Codable {
  var version = Self.version
  var exchanges: [RecordedExchange]

  static let version = 1
}

extension HTTPSession.Cassette {
  /// The interceptor that replays and records exchanges.
  ///
  /// Append the interceptor after all other interceptors of the session.
  public var interceptor: HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in try await self.answer(request, next) }
  }

  private nonisolated(nonsending) func answer(
    _ request: HTTPSession.InterceptedRequest, _ next: HTTPSession.Interceptor.Next
  ) async throws -> HTTPSession.InterceptedAnswer {
    let asked = request.request
    if let response = try replay(asked) { return HTTPSession.InterceptedAnswer(response) }
    guard mode == .lenient else {
      throw Fault.unknownRequest(asked.method, clean(asked).url)
    }
    let (started, begin) = (time.wallMilliseconds, time.now)
    let response = try await next(request).response(upTo: Self.contentByteLimit)
    let duration = time.now.remaining(from: begin) ?? .zero
    try record(
      asked, response, started: started,
      milliseconds: duration.components.seconds * 1_000
        + duration.components.attoseconds / 1_000_000_000_000_000)
    return HTTPSession.InterceptedAnswer(response)
  }

  /// The number of exchanges in the cassette.
  public var count: Int { state.withLock(\.exchanges.count) }

  /// The number of exchanges of the cassette file that were not replayed.
  public var unusedCount: Int { state.withLock { $0.isUnused.count { $0 } } }

  /// Writes the cassette to its file, and replaces an existing file as a whole.
  public func save() async throws {
    let archive = Archive(exchanges: exchanges)
    var coder = JSONCoder()
    coder.writing = .pretty
    let bytes = try coder.encode(archive) + [0x0a]
    do throws(NetError) {
      let loop = try EventLoop.shared()
      let deadline = loop.time.deadline(after: Self.patience)
      let file = try await FileAccess(on: loop).createPartial(
        for: path, replacing: true, until: deadline)
      try await file.write(bytes, until: deadline)
      try await file.commit(until: deadline)
    } catch {
      throw HTTPSessionError(.file(HTTPSessionError.NetworkFault(error)))
    }
  }

  /// The maximum time that the program waits for the disk of a cassette file.
  private static let patience: Duration = .seconds(60)

  /// The recorded exchanges, without any secret that was found in one of the exchanges.
  var exchanges: [RecordedExchange] {
    let (exchanges, secrets) = state.withLock { ($0.exchanges, $0.secrets) }
    return exchanges.map(SecretMatcher(secrets).removed(from:))
  }

  /// Returns the next unused response to a request, or `nil` if the cassette has none.
  private func replay(_ request: HTTP.Request) throws -> HTTP.Response? {
    let asked = clean(request)
    let found = state.withLock { state -> RecordedExchange? in
      let index = state.isUnused.indices.dropFirst(state.firstUnused).first { index in
        state.isUnused[index] && state.exchanges[index].request.answers(asked)
      }
      guard let index else { return nil }
      state.isUnused[index] = false
      while state.firstUnused < state.isUnused.count, !state.isUnused[state.firstUnused] {
        state.firstUnused += 1
      }
      return state.exchanges[index]
    }
    return try found?.replayed()
  }

  /// Adds an exchange to the cassette. The cost of the function does not depend on the number of
  /// recorded exchanges.
  func record(
    _ request: HTTP.Request, _ response: HTTP.Response, started: Int64, milliseconds: Int64
  ) throws(Fault) {
    var exchange = RecordedExchange(
      request, response, started: started, milliseconds: milliseconds)
    var secrets = FoundSecrets()
    redactor.redact(&exchange.request, sensitive: request.sensitiveNames, &secrets)
    redactor.redact(&exchange.response, &secrets)
    try state.withLock { (state) throws(Fault) in
      guard state.exchanges.count < Self.limit else { throw .full(limit: Self.limit) }
      state.secrets.formUnion(secrets)
      state.exchanges.append(exchange)
    }
  }

  /// Returns the recorded form of a request, without its secrets.
  private func clean(_ request: HTTP.Request) -> RecordedExchange.Request {
    var clean = RecordedExchange.Request(request)
    var secrets = FoundSecrets()
    redactor.redact(&clean, sensitive: request.sensitiveNames, &secrets)
    SecretMatcher(secrets).remove(from: &clean)
    return clean
  }
}

extension HTTP.Request {
  /// The names of the header fields that are marked as sensitive, in the spelling of the message.
  fileprivate var sensitiveNames: Set<String> {
    Set(headers.filter(\.value.isSensitive).map(\.name.text))
  }
}

extension HTTPSession.Cassette.Fault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownRequest(let method, let url):
      "the cassette has no recorded exchange for \(method) \(url)"
    case .unknownVersion(let version): "the cassette format version \(version) is not supported"
    case .malformedField(let name):
      "the recorded header field \(name) is malformed, and cannot be sent"
    case .full(let limit): "the cassette has reached its limit of \(limit) recorded exchanges"
    }
  }
}
