import ApusSession

extension ExitStatus {
  /// How the tool ends after a request that has failed.
  init(_ reason: HTTPSessionError.Reason) {
    self =
      switch reason {
      case .cancelled: .interrupted
      case .timedOut: .timeout
      case .url, .setting, .policy, .request, .requestContent: .usage
      case .unknownHost: .name
      case .network(let fault): fault.kind == .unresolved ? .name : .connection
      case .egress, .shutDown, .queueFull: .connection
      case .status: .status
      case .trust: .trust
      case .tls: .tls
      case .otherProtocol(let other): other.kind == .plainHTTP ? .tls : .answer
      case .trustSource, .requestBody, .file, .fileName: .unreadable
      case .noResponse, .response, .content, .bodyTooLong, .lineTooLong, .eventTooLong,
        .bodyOutOfScope, .notSwitched, .mediaType, .noContent, .unexpectedPartialContent,
        .serialization, .stub:
        .answer
      }
  }
}
