internal import ApusFoundation
public import ApusSerialization

/// A request serializer that writes parameters and values into the body as a property list.
///
/// The parameters of a request without a body are written into its query.
public struct PropertyListRequestSerializer: RequestSerializer, ArchivedSerializer {
  /// The format of a written property list.
  public enum Format: String, Sendable, Hashable, CaseIterable, Codable {
    /// The XML format of property lists, version 1.0.
    case xml
    /// The binary format of property lists.
    case binary
  }

  /// The serializer settings that do not concern property lists.
  public var http = HTTPRequestSerializer()
  /// The format of the property lists that the serializer writes.
  public var format = Format.xml

  /// The media type of property lists.
  public static let mediaType = try? HTTP.MediaType("application", "x-plist")

  public static var archiveName: String { "PropertyListRequestSerializer" }

  /// Creates a property list serializer with the default settings.
  public init() {}

  /// Writes parameters into the body as a property list.
  /// A null value throws an error, because a property list cannot contain null.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - parameters: The names and values of the parameters; nil for none.
  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    guard !http.putsParametersInQuery(request.method) else {
      return try http.serialize(request, parameters)
    }
    guard let parameters else { return try http.finished(request, body: nil) }
    return try serialize(request, PropertyListNode(.object(parameters)))
  }

  /// Writes a `Codable` value into the body as a property list.
  /// The value must be an array or a dictionary.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - value: The value to encode, which becomes an array or a dictionary.
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
