public import ApusHTTP
internal import ApusNet
internal import ApusSerialization

extension HTTPSession {
  /// Requests and responses that are recorded in a file, and replayed without a network, for tests.
  ///
  ///     let cassette = try HTTPSession.Cassette(file: "Tests/Cassettes/users.json", .strict)
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.interceptors.append(cassette.interceptor)
  ///     }
  ///
  /// A request is identified by its method, URL and content. Recordings of the same request are
  /// replayed in order, each one once. Content that is read while it is sent, and multipart
  /// content, are not compared. A recorded response has the status, the header fields and the
  /// decoded content.
  ///
  /// The recording has none of the secrets that the rules of `Redaction` name. It also has no form,
  /// multipart content or JSON that cannot be parsed; the recording contains the reason for the
  /// omission. The file is JSON that people can read and compare; `har()` returns the same for
  /// other tools.
  public final class Cassette: Sendable {
    /// The treatment of a request that was not recorded.
    public enum Mode: Sendable, Hashable {
      /// The request is rejected without being sent.
      case strict
      /// It is sent, and recorded.
      case lenient
    }

    /// A failure of a cassette.
    public enum Fault: Error, Equatable, Sendable {
      /// The request was not recorded, or not as often; the URL is shown without secrets.
      case unknownRequest(HTTP.Method, String)
      /// The file is of a version that is not known.
      case unknownVersion(Int)
      /// A field of the file is none that can be sent.
      case malformedField(String)
      /// There are as many exchanges as there may be.
      case full(limit: Int)
    }

    /// The maximum number of exchanges.
    public static let limit = 10_000
    /// The maximum size of the file, in bytes.
    public static let fileByteLimit = 256 << 20
    /// The maximum content of one recorded response, in bytes.
    ///
    /// Longer content is an error of the request.
    public static let contentByteLimit = 16 << 20

    /// The treatment of a request that was not recorded.
    public let mode: Mode
    /// The rules for the secrets that are left out.
    public let redaction: Redaction
    private let path: FilePath
    private let time: TimeSource
    private let state: Lock<State>

    private let redactor: Redactor

    private struct State {
      /// The exchanges of the file, followed by the recorded ones.
      var exchanges: [RecordedExchange] = []
      /// The exchanges of the file that were not replayed yet; before `firstUnused` all were.
      var isUnused: [Bool] = []
      var firstUnused = 0
      var secrets = FoundSecrets()
    }

    /// Reads a cassette from a file; a lenient cassette begins empty if the file is missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file; a lenient cassette can begin without it.
    ///   - mode: The way to handle requests without a recording; lenient by default.
    ///   - redaction: The rules that remove secrets from recordings.
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

/// The contents of the file.
private struct Archive: Codable {
  var version = Self.version
  var exchanges: [RecordedExchange]

  static let version = 1
}

extension HTTPSession.Cassette {
  /// The interceptor that replays and records; append it after all others of a session.
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

  /// The number of exchanges.
  public var count: Int { state.withLock(\.exchanges.count) }

  /// The number of exchanges that were neither replayed nor recorded by this cassette.
  public var unusedCount: Int { state.withLock { $0.isUnused.count { $0 } } }

  /// Writes the cassette into its file, which takes the place of an old one whole.
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

  /// The time that the program waits for a disk.
  private static let patience: Duration = .seconds(60)

  /// The exchanges, without the secrets that were found in any of them.
  var exchanges: [RecordedExchange] {
    let (exchanges, secrets) = state.withLock { ($0.exchanges, $0.secrets) }
    return exchanges.map(SecretMatcher(secrets).removed(from:))
  }

  /// Returns the recorded response to a request that was not replayed yet, if there is one.
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

  /// Adds an exchange, which costs the same however many there are.
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

  /// Returns the recorded form of a request.
  private func clean(_ request: HTTP.Request) -> RecordedExchange.Request {
    var clean = RecordedExchange.Request(request)
    var secrets = FoundSecrets()
    redactor.redact(&clean, sensitive: request.sensitiveNames, &secrets)
    SecretMatcher(secrets).remove(from: &clean)
    return clean
  }
}

extension HTTP.Request {
  /// The names of the fields that are marked as secrets, in their written form.
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
