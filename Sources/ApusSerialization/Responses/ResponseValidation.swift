internal import ApusBytes
public import ApusHTTP

/// The rules for acceptable responses, by their status and their media type.
public struct ResponseValidation: Sendable, Hashable, Codable {
  /// The media types that match in addition to the listed ones.
  public struct Matching: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Creates options from their bits.
    ///
    /// - Parameter rawValue: The bits; each is one option.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One built on the syntax of a named one: `application/problem+json` for `application/json`.
    public static let suffixes = Matching(rawValue: 1)
    /// One that a named range such as `text/*` holds.
    public static let ranges = Matching(rawValue: 2)
  }

  /// The statuses that are accepted; nil for all. The default is 200 to 299.
  public var statuses: [ClosedRange<Int>]? = [200...299]
  /// The media types that are accepted, in any case and without parameters; nil for all.
  /// The default is nil.
  public var mediaTypes: [String]?
  /// The comparison of media types; the default is exact.
  public var matching: Matching = []

  /// Creates a validation of the status 2xx, with any media type.
  public init() {}

  /// Creates a validation of media types and the status 2xx.
  ///
  /// - Parameter mediaTypes: The accepted types, such as `application/json`.
  public init(mediaTypes: [String]) { self.mediaTypes = mediaTypes }

  /// All responses are accepted.
  public static let none: ResponseValidation = {
    var validation = ResponseValidation()
    validation.statuses = nil
    return validation
  }()

  /// The result of checking a response.
  public struct Verdict: Sendable, Equatable {
    /// A Boolean value that indicates whether the response is acceptable.
    public let isValid: Bool
    /// The error; also nil if a response without content has a type that is not accepted.
    public let error: ResponseSerializationError?
  }

  /// Checks a response: its media type first, then its status, which is the primary cause.
  ///
  /// A response without content may have no media type; with one that is not accepted it is
  /// invalid, but without an error.
  ///
  /// - Parameter response: The response to check.
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

  /// The media type without parameters, in lower case; unchanged if it is invalid.
  private static func essence(of response: HTTP.Response) -> String? {
    guard let value = response.headers[.contentType] else { return nil }
    return (try? HTTP.MediaType(ignoringParametersOf: value.bytes.span))?.essence ?? value.text
  }
}
