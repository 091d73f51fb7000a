#if HTTPTypes
  internal import ApusBytes
  public import ApusHTTP

  /// The reason that a value cannot be converted between this package and swift-http-types.
  public enum HTTPConversionError: Error, Equatable, Sendable {
    /// The request method is not a token.
    case method(String)
    /// The field name is not a token.
    case fieldName(String)
    /// The value of the named header field contains a line end or a NUL, which swift-http-types
    /// would replace.
    case fieldValue(name: String)
    /// The scheme of the request is neither `http` nor `https`.
    case scheme(String)
    /// The request has a scheme but no authority.
    case missingAuthority
    /// The authority of the request is not a host with an optional port.
    case authority(HTTP.InvalidURL)
    /// The path of the request is a URL, has a fragment, is `*`, or does not begin with `/` after
    /// an authority.
    case path
    /// The request names a protocol for an extended CONNECT, which HTTP/1.1 does not have.
    case extendedConnect(String)
    /// The target of the request is not a URL reference.
    case target(HTTP.InvalidURL)
  }

  extension HTTPConversionError: CustomStringConvertible {
    /// The description of the invalid value. The description contains no path, because the query of
    /// a path may contain secrets.
    public var description: String {
      switch self {
      case .method(let name):
        "the request method \(Self.shown(name)) has a character that is not allowed in a "
          + "token"
      case .fieldName(let name):
        "the field name \(Self.shown(name)) has a character that is not allowed in a "
          + "token"
      case .fieldValue(let name):
        "the value of the header field \(Self.shown(name)) contains a line end or a NUL"
      case .scheme(let scheme):
        "the scheme \(Self.shown(scheme)) of the request is neither http nor https"
      case .missingAuthority: "the request has a scheme but no authority: set both or neither"
      case .authority(let fault):
        "the authority of the request is not a host with an optional port: \(fault)"
      case .path:
        "the path of a request with an authority must begin with /, and must not be a "
          + "URL or * or contain a #"
      case .extendedConnect(let name):
        "the protocol \(Self.shown(name)) needs an extended CONNECT, which HTTP/1.1 lacks"
      case .target(let fault): "the request target is not a valid URL reference: \(fault)"
      }
    }

    private static func shown(_ text: String) -> String { ForeignText.escaped(text.utf8) }
  }
#else
  /// The reason that a value cannot be converted between this package and swift-http-types.
  @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
  public enum HTTPConversionError: Error {}
#endif
