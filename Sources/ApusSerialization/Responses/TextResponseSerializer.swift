public import ApusHTTP

/// Makes text of the content, in the charset that the response names.
public struct TextResponseSerializer: ResponseSerializer, Codable {
  /// The validation of responses.
  public var validation = ResponseValidation()
  /// The charset of a response that names none.
  public var defaultCharset = TextCharset.utf8

  /// Creates a serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<String> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    // Empty content of another type is not an empty text.
    guard verdict.isValid || verdict.error != nil else { return SerializedResponse(nil) }
    let name = response.headers.charsetName
    guard let charset = name.map({ TextCharset(name: $0) }) ?? defaultCharset,
      let text = charset.decode(response.body.span)
    else {
      return SerializedResponse(
        nil, verdict.error(or: .text(charset: name ?? defaultCharset.rawValue)))
    }
    return SerializedResponse(text, verdict.error)
  }
}

extension ResponseValidation.Verdict {
  /// The earlier error and this cause; if there is no earlier error, this one is primary.
  func error(or cause: ResponseSerializationError.Cause) -> ResponseSerializationError {
    error?.adding(cause) ?? ResponseSerializationError(cause)
  }
}
