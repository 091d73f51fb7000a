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
      "download or stream the content, or raise the limit (limits.collectedByteCount)"
    case .text: "to get the content as text, read the property `text` of a response without `as:`"
    case .bytes:
      "to get the content as bytes, read the property `body` or `data` of a response "
        + "without `as:`"
    case .coding(let name): "the Content-Encoding \(name) of the content was not decoded"
    case .markup: "the content begins with <, as HTML and XML do"
    case .expectedType(let type): "the required media type is \(type)"
    case .noBase:
      "the session has no base URL for a relative target: create the session with a base, "
        + "or use a whole URL"
    case .scheme(let url): "did you mean \(url)?"
    case .credential: "give the credential to authentication.credentials instead"
    case .existingFile: "the option .overwrite replaces an existing file"
    case .missingFolder: "the option .createFolders creates the folder of the file"
    case .unusedProxy(let variable):
      "the session does not use the proxy in the variable \(variable): set proxies = .environment"
    }
  }
}
