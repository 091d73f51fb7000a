public import ApusFoundation
public import ApusHTTP
public import ApusSerialization

extension HTTP.Response {
  /// The content of the response as Foundation data.
  public var data: Data { Data(body) }
}

extension HTTP.Body {
  /// Creates a request body from Foundation data.
  ///
  /// - Parameters:
  ///   - data: The content of the body, which is copied.
  ///   - mediaType: The media type of the content; nil for none.
  public static func data(_ data: Data, _ mediaType: HTTP.MediaType? = nil) -> HTTP.Body {
    .bytes(Array(data), mediaType)
  }
}

extension Multipart.Part {
  /// Creates a part of a multipart form from Foundation data that is sent as a file.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the form.
  ///   - data: The content of the part.
  ///   - fileName: The file name for the server.
  ///   - mediaType: The media type of the file, or nil for the media type of the file extension.
  public static func data(
    _ name: String, _ data: Data, fileName: String, _ mediaType: HTTP.MediaType? = nil
  ) -> Multipart.Part {
    .bytes(name, Array(data), fileName: fileName, mediaType)
  }
}
