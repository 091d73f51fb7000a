extension HTTP {
  /// The three digits with which a response says what became of the request.
  ///
  /// RFC 9110 section 15.
  public struct Status: Sendable, Hashable {
    /// The number, 0 to 999; what the digits say is kept even where no class is known.
    public let code: Int

    /// Creates the status of that number, clamped to three digits.
    public init(_ code: Int) { self.code = min(max(code, 0), 999) }

    /// 1xx: the final response is still to come.
    public var isInformational: Bool { (100...199).contains(code) }
    /// 2xx: the request was understood and accepted.
    public var isSuccess: Bool { (200...299).contains(code) }
    /// 3xx: more is to be done elsewhere.
    public var isRedirection: Bool { (300...399).contains(code) }
    /// 4xx: the request cannot be fulfilled.
    public var isClientError: Bool { (400...499).contains(code) }
    /// 5xx, and what lies outside every class: the server failed. RFC 9110 section 15.
    public var isServerError: Bool { code < 100 || code >= 500 }

    public static let `continue` = Status(100)
    public static let switchingProtocols = Status(101)
    public static let ok = Status(200)
    public static let noContent = Status(204)
    public static let partialContent = Status(206)
    public static let notModified = Status(304)
    public static let badRequest = Status(400)
    public static let notFound = Status(404)
    public static let internalServerError = Status(500)
  }
}

extension HTTP.Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral code: Int) { self.init(code) }

  public var description: String { "\(code)" }

  /// The customary words for the number, or none. RFC 9110 section 15.
  public var reasonPhrase: String { HTTP.Status.reasonPhrases[code] ?? "" }

  private static let reasonPhrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
    204: "No Content", 205: "Reset Content", 206: "Partial Content",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    511: "Network Authentication Required",
  ]
}
