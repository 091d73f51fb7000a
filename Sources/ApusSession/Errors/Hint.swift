internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

extension HTTPSessionError {
  /// The remedy for a failure, without the name of a setting or of a command-line option.
  ///
  /// A program calls a method or changes a setting of its session, but the user of a command-line
  /// tool types an option.
  package enum Hint: Equatable, Sendable {
    /// The content exceeds the limit for collected content, so the remedy is a higher limit or
    /// streaming.
    case collectedContent
    /// The caller requested the content as text.
    case text
    /// The caller requested the content as bytes.
    case bytes
    /// The content has a content coding that the session did not decode.
    case coding(String)
    /// The content begins with `<`, so it is probably HTML or XML.
    case markup
    /// The caller requested content with another media type.
    case expectedType(String)
    /// The target is relative, but the session has no base URL.
    case noBase
    /// The base URL has no scheme, such as `https`. The associated value is the whole URL with a
    /// scheme.
    case scheme(String)
    /// The URL contains a credential.
    case credential
    /// The destination file already exists.
    case existingFile
    /// The folder of the destination file does not exist.
    case missingFolder
    /// An environment variable names a proxy, but the session does not use this proxy.
    case unusedProxy(variable: String)
  }

  /// The remedy for the failure, or `nil` if no remedy is known.
  package var hint: Hint? { stated ?? derivedHint }

  private var derivedHint: Hint? {
    switch reason {
    case .bodyTooLong: .collectedContent
    case .url(.unexpectedUserinfo): .credential
    case .file(let fault) where fault.isExistingFile: .existingFile
    case .file(let fault) where fault.isMissingFile && request?.body.isEmpty == true: .missingFolder
    case .mediaType, .serialization: contentHint
    default: nil
    }
  }

  /// The remedy for content that cannot be converted to a value of the requested type.
  private var contentHint: Hint? {
    guard let response else { return nil }
    if let coding = response.headers[.contentEncoding], !response.body.isEmpty {
      return .coding(ForeignText.escaped(coding.bytes, limit: 64))
    }
    guard case .serialization(let cause) = reason, cause.isMalformedJSON,
      response.body.first(where: { $0 > 0x20 }) == 0x3c
    else { return nil }
    return .markup
  }
}

extension ResponseSerializationError.Cause {
  /// A Boolean value that indicates whether the content is not valid JSON.
  fileprivate var isMalformedJSON: Bool {
    switch self {
    case .json: true
    case .value(let error): if case .malformed = error.cause { true } else { false }
    default: false
    }
  }
}

extension HTTPSessionError.Hint {
  /// The remedy as a clause of an error message, with the names of the session's methods and
  /// settings.
  package var words: String {
    switch self {
    case .collectedContent:
      "download or stream it, or raise the limit (limits.collectedByteCount)"
    case .text: "for text, use the property text of a response without `as:`"
    case .bytes: "for bytes, use the property body or data of a response without `as:`"
    case .coding(let name): "its Content-Encoding \(name) is not decoded"
    case .markup: "it begins with <, as HTML and XML do"
    case .expectedType(let type): "\(type) is required"
    case .noBase: "the session has no base for a relative target"
    case .scheme(let url): "did you mean \(url)?"
    case .credential: "use authentication.credentials for it"
    case .existingFile: "the option .overwrite replaces it"
    case .missingFolder: "the option .createFolders creates its folder"
    case .unusedProxy(let variable):
      "the proxy in \(variable) is not used; proxies = .environment uses it"
    }
  }
}
