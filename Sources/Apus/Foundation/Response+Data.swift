public import ApusHTTP
public import ApusSerialization
public import FoundationEssentials

extension HTTP.Response {
  /// The content.
  public var data: Data { Data(body) }
}

extension HTTP.Body {
  /// Makes a body of bytes.
  public static func data(_ data: Data, _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    .bytes(Array(data), mediaType)
  }
}

extension Multipart.Part {
  /// Makes a part of bytes that are sent as a file.
  public static func data(
    _ name: String, _ data: Data, fileName: String, _ mediaType: HTTP.MediaType? = nil
  ) -> Multipart.Part {
    .bytes(name, Array(data), fileName: fileName, mediaType)
  }
}
