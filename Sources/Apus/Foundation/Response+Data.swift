public import ApusHTTP
public import ApusSerialization
public import FoundationEssentials

extension HTTP.Response {
  /// The content.
  public var data: Data { Data(body) }
}

extension HTTP.Body {
  /// Makes a body of bytes.
  ///
  /// - Parameters:
  ///   - data: The content, which is copied.
  ///   - mediaType: The type of the content; nil for none.
  public static func data(_ data: Data, _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    .bytes(Array(data), mediaType)
  }
}

extension Multipart.Part {
  /// Makes a part of bytes that are sent as a file.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the form.
  ///   - data: The content of the part.
  ///   - fileName: The name for the server.
  ///   - mediaType: The type of the file; nil for that of the name's ending.
  public static func data(
    _ name: String, _ data: Data, fileName: String, _ mediaType: HTTP.MediaType? = nil
  ) -> Multipart.Part {
    .bytes(name, Array(data), fileName: fileName, mediaType)
  }
}
