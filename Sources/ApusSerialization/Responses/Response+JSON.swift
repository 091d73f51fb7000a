public import ApusHTTP

extension HTTP.Response {
  /// A value as JSON, as a stub or a server answers.
  public static func json(
    _ value: some Encodable, status: HTTP.Status = .ok, using coder: any JSONCoding = JSONCoder()
  ) throws -> HTTP.Response {
    HTTP.Response(
      status, headers: [.contentType: "application/json"], body: try coder.encode(value))
  }

  /// The content as a value out of JSON, whatever the status and the media type are.
  ///
  ///     let problem = try error.response?.json(as: Problem.self)
  ///
  /// Without a coder it is ours with its defaults; a session's stands in its configuration.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body)
  }
}

extension HTTP.Request {
  /// Decodes the content from JSON, as a stub or a handler does that is sent the request.
  ///
  /// A stub is sent content that has been written. Content that is read while it is sent, such as a
  /// file, must be collected first.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body.bytes ?? [])
  }
}
