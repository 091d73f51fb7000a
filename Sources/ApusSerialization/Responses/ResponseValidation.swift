internal import ApusBytes
public import ApusHTTP

/// The rules that determine whether the status and the media type of a response are acceptable.
public struct ResponseValidation: Sendable, Hashable, Codable {
  /// The options for matching the media type of a response with the accepted media types.
  public struct Matching: OptionSet, Sendable, Hashable, Codable {
    /// The bit set of the media type matching options.
    public let rawValue: Int

    /// Creates media type matching options from a bit set.
    ///
    /// - Parameter rawValue: The bit set, in which each bit represents an option.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The option to accept media types with the structured syntax suffix of a listed type.
    /// For example, `application/problem+json` matches `application/json`.
    public static let suffixes = Matching(rawValue: 1)
    /// The option to accept media types that match a listed range, such as `text/*`.
    public static let ranges = Matching(rawValue: 2)
  }

  /// The ranges of accepted statuses; nil means all statuses. The default range is 200 to 299.
  public var statuses: [ClosedRange<Int>]? = [200...299]
  /// The accepted media types, without parameters and in any letter case. The default is nil, which
  /// means all media types.
  public var mediaTypes: [String]?
  /// The options for matching media types; the default is an exact match.
  public var matching: Matching = []

  /// Creates validation rules that accept the statuses 2xx and any media type.
  public init() {}

  /// Creates validation rules that accept the statuses 2xx and the given media types.
  ///
  /// - Parameter mediaTypes: The accepted media types, such as `application/json`.
  public init(mediaTypes: [String]) { self.mediaTypes = mediaTypes }

  /// The validation rules that accept every response.
  public static let none: ResponseValidation = {
    var validation = ResponseValidation()
    validation.statuses = nil
    return validation
  }()

  /// The result of the validation of a response.
  public struct Verdict: Sendable, Equatable {
    /// A Boolean value that indicates whether the response is acceptable.
    public let isValid: Bool
    /// The validation error of the response. The value is `nil` for an invalid response that has an
    /// unacceptable media type but no content.
    public let error: ResponseSerializationError?
  }

  /// Checks the media type and the status of a response. An unacceptable status is the primary
  /// cause of the error.
  ///
  /// A response without content may have no media type. A response without content but with an
  /// unacceptable media type is invalid, but has no error.
  ///
  /// - Parameter response: The response to validate.
  public func verdict(on response: HTTP.Response) -> Verdict {
    var causes: [ResponseSerializationError.Cause] = []
    var isValid = true
    if let mediaTypes, !Self.names(response.headers, mediaTypes) {
      let type = Self.essence(of: response)
      if !(type == nil && response.body.isEmpty), !accepts(type) {
        isValid = false
        if !response.body.isEmpty { causes.append(.mediaType(type, accepted: mediaTypes)) }
      }
    }
    let status = response.status
    if let statuses, !statuses.contains(where: { $0.contains(status.code) }) {
      isValid = false
      causes.insert(.status(status.code, phrase: status.reasonPhrase), at: 0)
    }
    let error = causes.first.map {
      ResponseSerializationError($0, underlying: Array(causes.dropFirst()))
    }
    return Verdict(isValid: isValid, error: error)
  }

  /// Returns whether the `Content-Type` field contains one of the accepted media types.
  ///
  /// This fast check creates no string and is sufficient for nearly every response.
  ///
  /// - Parameters:
  ///   - headers: The header fields of a response.
  ///   - mediaTypes: The accepted media types, without parameters.
  package static func names(_ headers: HTTP.Fields, _ mediaTypes: [String]) -> Bool {
    var (count, isNamed) = (0, false)
    headers.withValues(of: .contentType) { value in
      count += 1
      guard let essence = try? HTTP.MediaType.essence(in: value) else { return }
      let type = value.extracting(essence)
      isNamed = mediaTypes.contains { ASCII.equalsIgnoringCase(type, $0) }
    }
    return count == 1 && isNamed
  }

  private func accepts(_ type: String?) -> Bool {
    guard let mediaTypes, let type else { return false }
    func isNamed(_ type: String) -> Bool {
      mediaTypes.contains { ASCII.equalsIgnoringCase($0, type) }
    }
    if isNamed(type) { return true }
    guard !matching.isEmpty, let mediaType = try? HTTP.MediaType(type) else { return false }
    if matching.contains(.suffixes), let suffix = mediaType.suffix,
      isNamed("\(mediaType.type)/\(suffix)")
    {
      return true
    }
    return matching.contains(.ranges)
      && mediaTypes.contains { (try? HTTP.MediaRange($0))?.contains(mediaType) == true }
  }

  /// Returns the media type of a response in lower case and without parameters. An invalid media
  /// type is returned unchanged.
  private static func essence(of response: HTTP.Response) -> String? {
    guard let value = response.headers[.contentType] else { return nil }
    return (try? HTTP.MediaType(ignoringParametersOf: value.bytes.span))?.essence ?? value.text
  }
}
