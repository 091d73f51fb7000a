public import ApusHTTP

/// A response serializer that decodes the content as text in the charset of the response.
public struct TextResponseSerializer: ResponseSerializer, Codable {
  /// The validation rules for the status and the media type of responses.
  public var validation = ResponseValidation()
  /// The charset of responses whose media type has no `charset` parameter.
  public var defaultCharset = TextCharset.utf8

  /// Creates a text response serializer with the default settings.
  public init() {}

  public func serialize(_ response: HTTP.Response) -> SerializedResponse<String> {
    let verdict = validation.verdict(on: response)
    if let error = verdict.error, error.concernsMediaType { return SerializedResponse(nil, error) }
    // If the media type is rejected, empty content is not converted to an empty string.
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
  /// Returns the validation error with an additional cause. If no validation error exists, the
  /// cause is the primary cause.
  func error(or cause: ResponseSerializationError.Cause) -> ResponseSerializationError {
    error?.adding(cause) ?? ResponseSerializationError(cause)
  }
}
