internal import ApusAuthentication
internal import ApusHTTP
internal import ApusTLS

/// The error numbers of `URLSession` and AFNetworking for the same failures.
extension HTTPSessionError {
  /// The error domain of all error numbers, which is the error domain of `URLSession`.
  public var domain: String { "NSURLErrorDomain" }

  /// The error number of `URLSession` for the failure, or -1 if `URLSession` has no such number.
  ///
  ///     if error.number == -1001 { … }  // a timeout
  ///
  /// The number of an untrusted server is always -1202; the `trust` property contains the reason.
  public var number: Int { reason.number.rawValue }
}

/// The error numbers of `URLSession` for failures that also exist in Apus.
private enum URLErrorNumber: Int {
  case unknown = -1
  case cancelled = -999
  case badURL = -1000
  case timedOut = -1001
  case unsupportedURL = -1002
  case cannotFindHost = -1003
  case cannotConnect = -1004
  case connectionLost = -1005
  case lookupFailed = -1006
  case tooManyRedirects = -1007
  case resourceUnavailable = -1008
  case notConnected = -1009
  case cannotFollowRedirect = -1010
  case badServerResponse = -1011
  case authenticationRequired = -1013
  case emptyResource = -1014
  case cannotDecodeRawData = -1015
  case cannotDecodeContent = -1016
  case cannotParseResponse = -1017
  case bodyExhausted = -1021
  case needsProtection = -1022
  case tooLong = -1103
  case noSecureConnection = -1200
  case untrustedCertificate = -1202
  case clientCertificateRejected = -1205
  case clientCertificateRequired = -1206
  case cannotCreateFile = -3000
}

extension HTTPSessionError.Reason {
  fileprivate var number: URLErrorNumber {
    switch self {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .url(.unsupportedScheme): .unsupportedURL
    case .url: .badURL
    case .unknownHost: .cannotFindHost
    case .egress: .cannotConnect
    case .queueFull, .shutDown: .resourceUnavailable
    case .trust: .untrustedCertificate
    case .tls(let fault): fault.number
    case .trustSource, .policy, .otherProtocol: .noSecureConnection
    case .network(let fault): fault.kind.number
    case .proxy(let fault): fault.number
    // The connection ended before the response head, inside the response head or inside the
    // response body.
    case .noResponse, .suspended, .response(.truncated): .connectionLost
    case .response: .cannotParseResponse
    case .status, .notSwitched, .unexpectedPartialContent: .badServerResponse
    case .mediaType, .serialization: .cannotDecodeContent
    case .clearText: .needsProtection
    case .requestContent: .cannotDecodeContent
    case .content, .digest: .cannotDecodeRawData
    case .noContent: .emptyResource
    case .bodyTooLong, .lineTooLong, .eventTooLong: .tooLong
    case .redirect(let fault): fault.number
    case .tooManyRequests: .tooManyRedirects
    case .authentication: .authenticationRequired
    case .bodySpent: .bodyExhausted
    case .fileName: .cannotCreateFile
    case .setting, .request, .requestBody, .bodyOutOfScope, .interceptor,
      .interceptorChangedOrigin, .hook, .stub, .file, .cache:
      .unknown
    case .stated(let code): code.number
    }
  }
}

extension HTTPSessionError.Code {
  /// The error number for an error that a program has created from an error code alone.
  fileprivate var number: URLErrorNumber {
    switch kind {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .invalidURL: .badURL
    case .unknownHost: .cannotFindHost
    case .egress, .cannotConnect, .proxy: .cannotConnect
    case .queueFull, .shutDown: .resourceUnavailable
    case .trust: .untrustedCertificate
    case .tls, .trustSource, .invalidPolicy, .otherProtocol: .noSecureConnection
    case .connectionLost, .suspended: .connectionLost
    case .invalidResponse: .cannotParseResponse
    case .status, .notSwitched, .unexpectedPartialContent: .badServerResponse
    case .mediaType, .serialization, .requestContent: .cannotDecodeContent
    case .clearText: .needsProtection
    case .invalidContent, .digest: .cannotDecodeRawData
    case .noContent: .emptyResource
    case .bodyTooLong, .lineTooLong, .eventTooLong: .tooLong
    case .redirect: .cannotFollowRedirect
    case .tooManyRequests: .tooManyRedirects
    case .authentication: .authenticationRequired
    case .bodySpent: .bodyExhausted
    case .fileName: .cannotCreateFile
    case .invalidSetting, .invalidRequest, .requestBody, .bodyOutOfScope, .interceptor,
      .interceptorChangedOrigin, .hook, .stub, .file, .cache:
      .unknown
    }
  }
}

extension HTTPSessionError.ProxyFault {
  fileprivate var number: URLErrorNumber {
    switch cause {
    case .connection(let error), .exchange(let error): HTTPSessionError.Reason(error).number
    case .authentication: .authenticationRequired
    case .bytesBehindAnswer: .cannotParseResponse
    case .status, .socks, .zone: .cannotConnect
    }
  }
}

extension HTTPSessionError.NetworkFault.Kind {
  fileprivate var number: URLErrorNumber {
    switch self {
    case .refused, .denied, .exhausted: .cannotConnect
    case .reset: .connectionLost
    case .unreachable: .notConnected
    case .unresolved: .lookupFailed
    case .other: .unknown
    }
  }
}

extension HTTPSessionError.RedirectFault {
  fileprivate var number: URLErrorNumber {
    switch self {
    case .tooMany: .tooManyRedirects
    case .downgrade: .needsProtection
    case .location, .severalLocations, .contentToOtherOrigin: .cannotFollowRedirect
    }
  }
}

extension HTTPSessionError.TLSFault {
  fileprivate var number: URLErrorNumber {
    guard mayBeAboutClient else {
      return error == .truncated && !isHandshake ? .connectionLost : .noSecureConnection
    }
    return switch clientAuthentication {
    case .notRequested: .noSecureConnection
    case .declined: .clientCertificateRequired
    case .signed: .clientCertificateRejected
    }
  }
}
