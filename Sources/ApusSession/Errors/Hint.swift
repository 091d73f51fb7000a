internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

extension HTTPSessionError {
  /// The remedy for a failure, without the words for a setting.
  ///
  /// A program calls a method or changes a setting of its session, and a person types an option.
  package enum Hint: Equatable, Sendable {
    /// The content has another limit, or should not be collected.
    case collectedContent
    /// The content was requested as text.
    case text
    /// The content was requested as bytes.
    case bytes
    /// The content has a coding that was not undone.
    case coding(String)
    /// The content begins with `<`.
    case markup
    /// The content was requested as another media type.
    case expectedType(String)
    /// The target is relative, and the session has no base.
    case noBase
    /// The base is the rest of that URL.
    case scheme(String)
    /// A credential is a part of a URL.
    case credential
    /// The file exists.
    case existingFile
    /// The folder of a file does not exist.
    case missingFolder
    /// A variable of the environment names a proxy, which the session does not use.
    case unusedProxy(variable: String)
  }

  /// The remedy for the failure, if one is known.
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

  /// The remedy for content that is not a value of the requested type.
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
  /// A Boolean value that indicates whether the content is not JSON.
  fileprivate var isMalformedJSON: Bool {
    switch self {
    case .json: true
    case .value(let error): if case .malformed = error.cause { true } else { false }
    default: false
    }
  }
}

extension HTTPSessionError.Hint {
  /// The remedy in the names of the session and its configuration, as a clause of a sentence.
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
