public import ApusHTTP

extension HTTP.Response {
  /// A value as JSON, as a double or a server answers.
  public static func json(
    _ value: some Encodable, status: HTTP.Status = .ok, _ coder: any JSONCoding = JSONCoder()
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
    as type: Value.Type = Value.self, _ coder: any JSONCoding = JSONCoder()
  ) throws -> Value {
    try coder.decode(type, from: body)
  }
}
