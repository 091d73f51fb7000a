internal import ApusBytes
public import ApusHTTP

/// The rules for acceptable responses, which concern their status and media type.
public struct ResponseValidation: Sendable, Hashable, Codable {
  /// The media types that are accepted in addition to the listed media types.
  public struct Matching: OptionSet, Sendable, Hashable, Codable {
    /// The bit set of the matching options.
    public let rawValue: Int

    /// Creates matching options from a bit set.
    ///
    /// - Parameter rawValue: The bit set, in which each bit represents an option.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The option to accept media types with the structured syntax suffix of a listed type.
    /// For example, `application/problem+json` matches `application/json`.
    public static let suffixes = Matching(rawValue: 1)
    /// The option to accept media types that match a listed range, such as `text/*`.
    public static let ranges = Matching(rawValue: 2)
  }

  /// The ranges of accepted statuses; nil for all statuses. The default is 200 to 299.
  public var statuses: [ClosedRange<Int>]? = [200...299]
  /// The accepted media types without parameters and in any letter case; nil for all media types.
  /// The default is nil.
  public var mediaTypes: [String]?
  /// The comparison of media types; the default is exact.
  public var matching: Matching = []

  /// Creates a validation that accepts the statuses 2xx and any media type.
  public init() {}

  /// Creates a validation that accepts the statuses 2xx and some media types.
  ///
  /// - Parameter mediaTypes: The accepted media types, such as `application/json`.
  public init(mediaTypes: [String]) { self.mediaTypes = mediaTypes }

  /// The validation that accepts all responses.
  public static let none: ResponseValidation = {
    var validation = ResponseValidation()
    validation.statuses = nil
    return validation
  }()

  /// The result of validating a response.
  public struct Verdict: Sendable, Equatable {
    /// A Boolean value that indicates whether the response is acceptable.
    public let isValid: Bool
    /// The error of the response.
    /// The error is also `nil` if a response has a rejected media type but no content.
    public let error: ResponseSerializationError?
  }

  /// Checks the media type and then the status of a response.
  /// A rejected status is the primary cause of the error.
  ///
  /// A response without content need not have a media type. A response without content but with a
  /// rejected media type is invalid and has no error.
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

  /// Returns whether header fields have one media type, and the list contains that type.
  ///
  /// Nearly every response is checked in this way, without creating a text of its field.
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

  /// Returns the media type without parameters in lower case. An invalid media type is returned
  /// unchanged.
  private static func essence(of response: HTTP.Response) -> String? {
    guard let value = response.headers[.contentType] else { return nil }
    return (try? HTTP.MediaType(ignoringParametersOf: value.bytes.span))?.essence ?? value.text
  }
}
