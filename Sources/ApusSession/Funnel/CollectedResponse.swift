internal import ApusHTTP
internal import ApusSerialization

/// A response with its whole content, from which the caller may make a value.
///
/// The collected response refers to its call, because monitors must receive the events about the
/// value before the end of the session.
struct CollectedResponse {
  private let content: Content
  /// The whole content of the response.
  let body: [UInt8]

  init(_ content: Content, _ body: [UInt8]) {
    self.content = content
    self.body = body
  }

  /// The response, including its URL after redirects.
  var response: HTTP.Response {
    // The head is changed first, because a change to the head inside a response would copy the
    // response.
    var head = content.head
    if head.carrier.url == nil { head.carrier.url = url }
    return HTTP.Response(head, body: body, trailers: content.trailers)
  }

  /// The response without its URL, for a serializer that makes a value from the response.
  var unplaced: HTTP.Response {
    HTTP.Response(content.head, body: body, trailers: content.trailers)
  }

  /// The head of the collected response.
  var head: HTTP.ResponseHead { content.head }

  private var call: CallContext? { content.call }

  /// The URL of the response, after redirects.
  var url: HTTP.URL { content.prepared.url }

  /// Notifies monitors of the result of a serializer, which may contain a value and an error.
  func note<Value>(_ result: SerializedResponse<Value>, by serializer: @autoclosure () -> Any) {
    guard let call, call.isMonitored else { return }
    if result.value != nil || result.error == nil {
      noteValue(result.value.map { type(of: $0 as Any) }, by: serializer())
    }
    guard let error = result.error else { return }
    let refusal = HTTPSessionError(
      HTTPSessionError.Reason(error.primary), request: content.prepared.whole)
    call.note(.refused(refusal, by: "\(type(of: serializer()))"))
  }

  /// Notifies monitors that a serializer made a value. The type is `nil` if the response has no
  /// content.
  func noteValue(_ value: Any.Type?, by serializer: @autoclosure () -> Any) {
    call?.note(
      .decoded(
        as: value.map { "\($0)" }, by: "\(type(of: serializer()))",
        byteCount: body.count))
  }

  /// Returns the error for the faults of a serializer, and notifies monitors of the error.
  func refused(
    _ error: HTTPSessionError, by serializer: @autoclosure () -> Any
  ) -> HTTPSessionError {
    call?.note(.refused(error, by: "\(type(of: serializer()))"))
    return error
  }
}
