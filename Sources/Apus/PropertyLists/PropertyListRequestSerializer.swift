public import ApusSerialization
internal import FoundationEssentials

/// Puts parameters and values into the body as a property list.
///
/// Parameters of a request that has no body go into its query.
public struct PropertyListRequestSerializer: RequestSerializer, ArchivedSerializer {
  /// The format of a written property list.
  public enum Format: String, Sendable, Hashable, CaseIterable, Codable {
    /// As XML, version 1.0.
    case xml
    /// As binary data.
    case binary
  }

  /// The settings that do not concern property lists.
  public var http = HTTPRequestSerializer()
  /// The format of a written property list.
  public var format = Format.xml

  /// The media type of property lists.
  public static let mediaType = try? HTTP.MediaType("application", "x-plist")

  public static var archiveName: String { "PropertyListRequestSerializer" }

  /// Creates a serializer with the default settings.
  public init() {}

  /// Writes parameters as a property list; a null, which has no place in one, is an error.
  ///
  /// - Parameters:
  ///   - request: The request, whose own fields are kept.
  ///   - parameters: The names and values; nil for none.
  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    guard !http.putsParametersInQuery(request.method) else {
      return try http.serialize(request, parameters)
    }
    guard let parameters else { return try http.finished(request, body: nil) }
    return try serialize(request, PropertyListNode(.object(parameters)))
  }

  /// Puts a `Codable` value into the body, which must be an array or a dictionary.
  ///
  /// - Parameters:
  ///   - request: The request, whose own fields are kept.
  ///   - value: The value to encode, as an array or a dictionary.
  public func serialize(
    _ request: HTTP.Request, _ value: some Encodable
  ) throws(RequestSerializationError) -> HTTP.Request {
    let encoder = PropertyListEncoder()
    switch format {
    case .xml: encoder.outputFormat = .xml
    case .binary: encoder.outputFormat = .binary
    }
    let bytes: [UInt8]
    do { bytes = Array(try encoder.encode(value)) } catch { throw .other("\(error)") }
    return try http.finished(request, body: .bytes(bytes, Self.mediaType))
  }
}
