extension HTTP {
  /// The three-digit status code of a response.
  ///
  /// RFC 9110 section 15.
  public struct Status: Sendable, Hashable {
    /// The status code from 0 to 999, which need not be in a standard class such as 2xx.
    public let code: Int

    /// Creates a status from a code, which is clamped to the range from 0 to 999.
    ///
    /// - Parameter code: The status code; a code outside the range from 0 to 999 becomes the
    ///   nearest bound.
    public init(_ code: Int) { self.code = min(max(code, 0), 999) }

    /// A Boolean value that indicates whether the status is informational (1xx).
    /// The final response follows an informational response.
    public var isInformational: Bool { (100...199).contains(code) }
    /// A Boolean value that indicates whether the status is successful (2xx):
    /// the server understood and accepted the request.
    public var isSuccess: Bool { (200...299).contains(code) }
    /// A Boolean value that indicates whether the status is a redirection (3xx):
    /// the client must take further action.
    public var isRedirection: Bool { (300...399).contains(code) }
    /// A Boolean value that indicates whether the status is a client error (4xx):
    /// the server cannot fulfill the request.
    public var isClientError: Bool { (400...499).contains(code) }
    /// A Boolean value that indicates whether the status is a server error (5xx). A status code
    /// outside the classes 1xx to 5xx is treated as a server error. RFC 9110 section 15.
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

  /// The standard reason phrase of the status, such as `Not Found`, or an empty string if no
  /// standard phrase exists. RFC 9110 section 15.
  public var reasonPhrase: String {
    switch code {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 103: "Early Hints"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 203: "Non-Authoritative Information"
    case 204: "No Content"
    case 205: "Reset Content"
    case 206: "Partial Content"
    case 300: "Multiple Choices"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 425: "Too Early"
    case 426: "Upgrade Required"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 511: "Network Authentication Required"
    default: ""
    }
  }
}
