extension HTTPSessionError.Reason {
  /// The public error code for the error reason.
  package var code: HTTPSessionError.Code {
    switch self {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .url: .invalidURL
    case .unknownHost: .unknownHost
    case .egress: .egress
    case .setting: .invalidSetting
    case .policy: .invalidPolicy
    case .trustSource: .trustSource
    case .trust: .trust
    case .tls(let fault): fault.isLoss ? .connectionLost : .tls
    case .otherProtocol: .otherProtocol
    case .request: .invalidRequest
    case .requestContent: .requestContent
    case .requestBody: .requestBody
    case .queueFull: .queueFull
    case .shutDown: .shutDown
    case .suspended: .suspended
    case .network(let fault): fault.kind == .reset ? .connectionLost : .cannotConnect
    case .proxy: .proxy
    case .noResponse, .response(.truncated): .connectionLost
    case .response: .invalidResponse
    case .status(let code): .status(code)
    case .content: .invalidContent
    case .bodyTooLong: .bodyTooLong
    case .lineTooLong: .lineTooLong
    case .eventTooLong: .eventTooLong
    case .bodyOutOfScope: .bodyOutOfScope
    case .clearText: .clearText
    case .redirect: .redirect
    case .authentication: .authentication
    case .bodySpent: .bodySpent
    case .tooManyRequests: .tooManyRequests
    case .interceptor: .interceptor
    case .interceptorChangedOrigin: .interceptorChangedOrigin
    case .hook: .hook
    case .cache: .cache
    case .notSwitched: .notSwitched
    case .mediaType: .mediaType
    case .noContent: .noContent
    case .serialization: .serialization
    case .stub: .stub
    case .unexpectedPartialContent: .unexpectedPartialContent
    case .digest: .digest
    case .file: .file
    case .fileName: .fileName
    case .stated(let code): code
    }
  }

  /// Creates the reason of an error that a program makes from an error code, without network facts.
  init(_ code: HTTPSessionError.Code) {
    self =
      switch code.kind {
      case .cancelled: .cancelled
      case .timedOut: .timedOut(.firstByte)
      case .status: code.status.map { .status($0) } ?? .stated(code)
      case .connectionLost: .noResponse
      case .requestBody: .requestBody
      case .shutDown: .shutDown
      case .suspended: .suspended
      case .bodyOutOfScope: .bodyOutOfScope
      case .bodySpent: .bodySpent
      case .interceptor: .interceptor
      case .hook: .hook
      case .noContent: .noContent
      case .stub: .stub
      case .unexpectedPartialContent: .unexpectedPartialContent
      case .redirect, .authentication, .digest, .serialization, .trust, .tls, .file, .cache,
        .proxy, .egress, .unknownHost, .cannotConnect, .queueFull, .otherProtocol, .trustSource,
        .clearText, .invalidPolicy, .invalidSetting, .invalidURL, .invalidRequest,
        .invalidResponse, .invalidContent, .requestContent, .bodyTooLong, .lineTooLong,
        .eventTooLong, .mediaType, .notSwitched, .tooManyRequests, .interceptorChangedOrigin,
        .fileName:
        .stated(code)
      }
  }
}

extension HTTPSessionError.TLSFault {
  /// A Boolean value that indicates whether the connection ended after its handshake without a TLS
  /// alert.
  var isLoss: Bool { error == .truncated && !isHandshake }
}
