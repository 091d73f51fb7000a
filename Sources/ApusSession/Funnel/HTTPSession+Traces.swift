internal import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Returns the trace of a request or of its task, or a new trace.
  ///
  /// If random numbers are unavailable, the call is sent without a trace.
  func trace(of request: HTTP.Request) -> TraceContext? {
    let own = request.headers[.traceParent].flatMap {
      TraceContext($0.text, state: request.headers[.traceState]?.text)
    }
    return own ?? TraceContext.current ?? (try? TraceContext(environment.random))
  }

  /// Returns the request with a new span of the call's trace.
  ///
  /// The session sends the trace only to the server of the call and to the session's own servers. A
  /// redirect to another server ends the trace.
  func traced(_ hop: Hop) -> Hop {
    guard let trace = hop.call.trace else { return hop }
    var hop = hop
    var fields = hop.prepared.fields
    let origin = hop.redirects.first?.source.origin ?? hop.prepared.url.origin
    if hop.prepared.isOwn || origin == hop.prepared.url.origin,
      let step = try? trace.step(environment.random)
    {
      hop.step = TraceStep(step)
      fields[.traceParent] = HTTP.FieldValue("\(step)")
      fields[.traceState] = step.state.map { HTTP.FieldValue($0) }
    }
    hop.prepared = PreparedRequest(hop.prepared, sending: fields)
    return hop
  }
}
