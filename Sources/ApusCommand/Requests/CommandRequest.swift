import ApusBytes
import ApusHTTP
import ApusNames
import ApusNet
import ApusSession

/// A request of the command line with its server and the destination of the response content.
struct CommandRequest {
  static let options =
    [
      Option(
        "header", letter: "H", takes: "'NAME: VALUE'", isRepeatable: true,
        "adds a header field to the request; repeatable"),
      RequestItems.option,
      Option("include", letter: "i", "also shows the status and the header fields of the response"),
      Option(
        "output", letter: "o", takes: "FILE|DIR/",
        "saves the content to a file when complete, or writes it to a device or pipe at once"),
      Option(
        "remote-name", letter: "O", "saves the content in the current folder, like --output ./"),
      Option("any-status", "ends the command with 0 for every status of the response"),
      Option(
        "timeout", takes: "TIME",
        "the timeout of the whole request; by default each phase has its own timeout"),
      Option(
        "ratio-limit", takes: "NUMBER",
        "the maximum compression ratio of the content; \(usualRatioLimit) by default"),
      Option(
        "follow", letter: "L",
        "follows up to ten redirects, and sends the cookies that the redirects set"),
      Option(
        "allow-port", takes: "PORT", isRepeatable: true,
        "allows a port that belongs to another protocol, as in 6000; repeatable"),
      GivenAddress.option,
      Option(
        "color", takes: "auto|always|never",
        "colours header fields, and formats JSON; auto: only on a terminal; always: "
          + "despite NO_COLOR"),
      Option(
        "range", takes: "FIRST-LAST", "requests only these bytes, as in 0-99, 100- or -100"),
      Option("silent", letter: "s", "shows no progress of the transfer"),
      Option(
        "fail", letter: "f",
        "accepted for compatibility with curl; an error status always ends the command "
          + "with 9"),
      Option(
        "verbose", letter: "v",
        "prints header fields and connections on standard error, without secrets"
      ),
      Option("timing", "prints the duration of each phase of the request on standard error"),
      Option(
        "report", takes: "json",
        "prints a report of the request and response as JSON in the last line of standard error"),
      JSONSelection.option,
    ] + RequestPreview.options + RetryOptions.options + CookieOptions.options
    + NamedSession.options + ProxyOptions.options + ConnectionOptions.options
    + ClientCredentials.options + NetrcFile.options
    + ClientSecurity.options

  static let detailsOfContent = [
    "The command writes the content of the response to standard output as it arrives, for",
    "every status. A status outside of 200 to 299 ends the command with 9. On a terminal the",
    "command formats JSON, and escapes control characters. The command requests and decodes",
    "compressed content, unless the content is saved to a file, or --header sets",
    "Accept-Encoding. A complete download replaces an existing file, and the file keeps its",
    "permissions. In a folder the file has the name that the server proposes or the last part",
    "of the URL, and no file is replaced. Content for a device or a pipe is written at once.",
    "A symbolic link to a file is rejected, because the link may belong to another user and",
    "point to another place. --limit-rate applies to the content of the request and of the",
    "response. A transfer with a limited speed may take any time, unless --timeout is present.",
  ]

  static let detailsOfHeads = [
    "A status outside of 200 to 299 ends the command with 9. On a terminal the command",
    "escapes control characters.",
  ]

  static let details =
    [
      "The command shows a redirect, and follows redirects only with --follow. Without",
      "--timeout each phase has a timeout: \(defaultTimeouts).",
    ] + RetryOptions.detailsOfRetries + NamedSession.details + ProxyOptions.details
    + ConnectionOptions.details + ClientCredentials.details + ClientSecurity.details

  /// The default timeout of each request phase, which is the default of a session.
  private static var defaultTimeouts: String {
    let usual = HTTPSession.Timeouts()
    let phases = [
      ("name lookup", usual.resolve), ("connection", usual.connect), ("TLS", usual.tls),
      ("first byte", usual.firstByte), ("pause in the response", usual.idle),
    ]
    return phases.map { "\($0.0) \($0.1.components.seconds) s" }.joined(separator: ", ")
  }

  /// The default limit for the expansion of compressed content.
  private static var usualRatioLimit: String {
    let usual = HTTP.DecodingLimits()
    return "\(usual.ratio ?? 0), from \(usual.ratioFreeByteCount >> 20) MiB on"
  }

  /// The paths that mean standard output. A second descriptor for such a path would write at the
  /// start of the file.
  private static let standardOutput: Set<FilePath> = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  /// The request without its content, which is added when the request is sent.
  var request: HTTP.Request
  var url: HTTP.URL
  /// The further URLs on the same server, which are requested after the first URL.
  var others: [HTTP.URL] = []
  let content: RequestContent?
  let output: FilePath?
  let includesHead: Bool
  let isSilent: Bool
  let acceptsAnyStatus: Bool
  let isVerbose: Bool
  let timeout: Duration?
  let ratioLimit: Int?
  let colour: InspectCommand.Colour
  let addresses: [GivenAddress]
  let credentials: ClientCredentials
  let followsRedirects: Bool
  /// The header fields that the command line contains.
  let givenHeaders: HTTP.Fields
  let showsTiming: Bool
  let isReported: Bool
  let selection: JSONSelection?
  /// A Boolean value that indicates whether the request is printed instead of being sent.
  let isDryRun: Bool
  let isCurl: Bool
  let cookies: CookieOptions
  let namedSession: NamedSession?
  let connections: ConnectionOptions
  let netrc: NetrcFile
  let retries: RetryOptions
  let proxies: ProxyOptions
  let allowedPorts: [UInt16]
  let security: ClientSecurity

  init(
    _ method: HTTP.Method, _ text: String, _ items: RequestItems, _ content: RequestContent?,
    _ arguments: Arguments
  ) throws(UsageError) {
    // An invalid URL throws an error with its own advice.
    _ = try URLAdvice.url(text)
    let text = items.url(text)
    url = try URLAdvice.url(text)
    self.content = content
    givenHeaders = try Self.givenFields(arguments, items)
    let headers = Self.wholeFields(givenHeaders, content, arguments)
    // The URL of the request does not contain the zone of its address, because a zone is valid only
    // on this machine.
    let target = url.origin.zone == nil ? url.description : text
    request = HTTP.Request(method, .reference(target), headers: headers)
    output = try Self.output(arguments)
    isSilent = arguments.has("silent")
    includesHead = arguments.has("include") || method == .head
    acceptsAnyStatus = arguments.has("any-status")
    isVerbose = arguments.has("verbose")
    timeout = try arguments.value("timeout", expected: TimeLimit.expected) { TimeLimit.read($0) }
    ratioLimit = try arguments.value("ratio-limit", expected: "a number of at least 1") { text in
      1...9 ~= text.utf8.count ? Int(text).flatMap { $0 > 0 ? $0 : nil } : nil
    }
    colour = try arguments.choice("color", default: .auto)
    addresses = try Self.addresses(arguments, for: url)
    followsRedirects = arguments.has("follow")
    credentials = try ClientCredentials(arguments, for: url, headers: headers)
    guard !credentials.usesStandardInput || content?.usesStandardInput != true else {
      throw .contradiction("data @-", "\(credentials.secretOption) -")
    }
    showsTiming = arguments.has("timing")
    isReported =
      try arguments.value("report", expected: "json") { $0 == "json" ? true : nil } ?? false
    selection = try arguments.value("select", expected: JSONSelection.expected) {
      JSONSelection($0)
    }
    if selection != nil, output != nil { throw .contradiction("select", "output") }
    isDryRun = arguments.has("dry-run")
    isCurl = arguments.has("curl")
    if isDryRun, isCurl { throw .contradiction("dry-run", "curl") }
    cookies = try CookieOptions(arguments)
    namedSession = try NamedSession(arguments, for: url)
    connections = try ConnectionOptions(arguments, for: url)
    netrc = try NetrcFile(arguments)
    retries = try RetryOptions(arguments)
    proxies = try ProxyOptions(arguments)
    allowedPorts = try Self.ports(arguments)
    security = try ClientSecurity(arguments, for: url)
  }

  /// Returns the header fields that the command line contains.
  private static func givenFields(
    _ arguments: Arguments, _ items: RequestItems
  ) throws(UsageError) -> HTTP.Fields {
    var headers: HTTP.Fields = [:]
    for line in arguments.words("header") {
      let field = try field(line)
      headers.append(field.name, field.value)
    }
    for field in items.headers { headers.append(field.name, field.value) }
    if let range = try range(arguments) {
      guard !headers.contains(.range) else { throw .contradiction("range", "header 'Range: …'") }
      headers.append(.range, range)
    }
    return headers
  }

  /// Returns the header fields of the command line together with the tool's default fields.
  private static func wholeFields(
    _ given: HTTP.Fields, _ content: RequestContent?, _ arguments: Arguments
  ) -> HTTP.Fields {
    var headers = given
    if content?.isJSON == true {
      add(.contentType, "application/json", to: &headers)
      add(.accept, "application/json", to: &headers)
    }
    // The tool behaves like curl if the user typed the option as its letter.
    if arguments.usesLetter("data") {
      add(.contentType, "application/x-www-form-urlencoded", to: &headers)
    }
    add(.userAgent, "apus", to: &headers)
    add(.accept, "*/*", to: &headers)
    return headers
  }

  /// Returns the file or folder for the response content, or `nil` for standard output.
  private static func output(_ arguments: Arguments) throws(UsageError) -> FilePath? {
    let path = try arguments.path("output")
    guard arguments.has("remote-name") else {
      return path.flatMap { standardOutput.contains($0) ? nil : $0 }
    }
    guard path == nil else { throw .contradiction("remote-name", "output") }
    return "./"
  }

  /// Parses a header field. The value of a field with credentials is marked as sensitive.
  ///
  ///     field-line = field-name ":" OWS field-value OWS
  ///
  /// RFC 9112 section 5.
  private static func field(_ line: Word) throws(UsageError) -> HTTP.Field {
    let parts = line.bytes.split(separator: 0x3a, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw .invalidValue(
        "\(line)", option: "header", expected: "a field name and a value, as in 'Accept: */*'")
    }
    let name = HTTP.FieldName(String(decoding: parts[0], as: UTF8.self))
    let value = parts[1].trimmed
    return HTTP.Field(name, HTTP.FieldValue(bytes: value, isSensitive: Conversation.isSecret(name)))
  }

  /// Returns the byte range that the range option requests.
  ///
  ///     range = 1*DIGIT "-" [ 1*DIGIT ] / "-" 1*DIGIT
  ///
  /// RFC 9110 section 14.1.1.
  private static func range(_ arguments: Arguments) throws(UsageError) -> HTTP.FieldValue? {
    let expected = "FIRST-LAST, as in 0-99, 100- or -100"
    return try arguments.value("range", expected: expected) { text in
      let parts = text.utf8.split(separator: 0x2d, omittingEmptySubsequences: false)
      guard parts.count == 2, parts.contains(where: { !$0.isEmpty }),
        parts.allSatisfy({ $0.count < 19 && $0.allSatisfy { $0 &- 0x30 < 10 } })
      else { return nil }
      return HTTP.FieldValue("bytes=\(text)")
    }
  }

  /// Returns the ports that the tool may use for HTTP although they belong to other protocols.
  private static func ports(_ arguments: Arguments) throws(UsageError) -> [UInt16] {
    var ports: [UInt16] = []
    for text in try arguments.all("allow-port") {
      guard let port = PortNumber.read(text) else {
        throw .invalidValue(text, option: "allow-port", expected: "a port, as in 6000")
      }
      ports.append(port)
    }
    return ports
  }

  private static func add(
    _ name: HTTP.FieldName, _ value: HTTP.FieldValue, to headers: inout HTTP.Fields
  ) {
    if !headers.contains(name) { headers.append(name, value) }
  }

  /// Returns the addresses of the option `--resolve`. An unusable address is a usage error.
  private static func addresses(
    _ arguments: Arguments, for url: HTTP.URL
  ) throws(UsageError) -> [GivenAddress] {
    var addresses: [GivenAddress] = []
    for text in try arguments.all("resolve") {
      guard let given = GivenAddress(text), given.host == url.host, given.port == url.port,
        !given.host.isIPAddress
      else {
        throw .invalidValue(text, option: "resolve", expected: GivenAddress.expected)
      }
      addresses.append(given)
    }
    return addresses
  }
}
