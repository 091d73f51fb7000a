#if Tracing
  internal import ApusHTTP
  internal import ApusNet
  internal import ApusSession

  /// A monitor that ends the span of a request with the content of its response or with the next
  /// request of its call.
  ///
  /// An interceptor sees the request, and a monitor sees the end of the call. The span is a
  /// task-local value while the request is sent, and the events of that time have the number of the
  /// call.
  final class SpanMonitor: HTTPSession.Monitor {
    private let spans = Lock<[AttemptSpan.Call: AttemptSpan]>([:])

    func note(_ event: HTTPSession.Event) {
      guard let number = event.call else { return }
      let call = AttemptSpan.Call(session: event.session, number: number)
      switch event.kind {
      case .stored, .queued, .attempt:
        // A custom resolver or stub may send requests of other sessions in the same task.
        guard let span = AttemptSpan.current, span.claim() else { return }
        replace(spanOf: call, by: span)?.end()
      case .redirected, .challenged, .replaying, .waiting: replace(spanOf: call, by: nil)?.end()
      case .ended(_, let error): replace(spanOf: call, by: nil)?.end(with: error)
      case .began, .sending, .uploading, .sent, .answering, .informational, .head, .continued,
        .receiving, .saved, .notSaved, .decoded, .refused, .suspended, .resumed, .ignored,
        .dialling, .closed, .pool, .shutDown:
        return
      }
    }

    private func replace(spanOf call: AttemptSpan.Call, by span: AttemptSpan?) -> AttemptSpan? {
      spans.withLock { spans in
        defer { spans[call] = span }
        return spans[call]
      }
    }
  }
#endif
