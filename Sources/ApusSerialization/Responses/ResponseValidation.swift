internal import ApusBytes
public import ApusHTTP

/// Which responses are acceptable, by their status and their media type.
public struct ResponseValidation: Sendable, Hashable, Codable {
  /// What a media type may be besides the ones that are named.
  public struct Matching: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One built on the syntax of a named one: `application/problem+json` for `application/json`.
    public static let suffixes = Matching(rawValue: 1)
    /// One that a named range such as `text/*` holds.
    public static let ranges = Matching(rawValue: 2)
  }

  /// The statuses that are accepted; nil for all.
  public var statuses: [ClosedRange<Int>]? = [200...299]
  /// The media types that are accepted, in any case and without parameters; nil for all.
  public var mediaTypes: [String]?
  /// How media types are compared: exactly, if nothing else is said.
  public var matching: Matching = []

  /// Creates a validation of the status 2xx, with any media type.
  public init() {}

  /// Creates a validation of media types and the status 2xx.
  public init(mediaTypes: [String]) { self.mediaTypes = mediaTypes }

  /// Everything.
  public static let none: ResponseValidation = {
    var validation = ResponseValidation()
    validation.statuses = nil
    return validation
  }()

  /// What a response was found to be.
  public struct Verdict: Sendable, Equatable {
    /// Whether the response is acceptable.
    public let isValid: Bool
    /// The error; nil also where a response without content has a type not accepted.
    public let error: ResponseSerializationError?
  }

  /// Judges a response: its media type first, then its status, which is told first.
  ///
  /// A response without content may have no media type; with one that is not accepted it is
  /// invalid, and yet no error.
  public func verdict(on response: HTTP.Response) -> Verdict {
    var causes: [ResponseSerializationError.Cause] = []
    var isValid = true
    if let mediaTypes, !Self.names(response, mediaTypes) {
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

  /// Whether the response has one media type, and it is among those.
  ///
  /// So nearly every response is judged without making a text of its field.
  private static func names(_ response: HTTP.Response, _ mediaTypes: [String]) -> Bool {
    var (count, isNamed) = (0, false)
    response.headers.withValues(of: .contentType) { value in
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

  /// The media type without parameters, in lower case; as it stands if it is none.
  private static func essence(of response: HTTP.Response) -> String? {
    guard let value = response.headers[.contentType] else { return nil }
    return (try? HTTP.MediaType(ignoringParametersOf: value.bytes.span))?.essence ?? value.text
  }
}
