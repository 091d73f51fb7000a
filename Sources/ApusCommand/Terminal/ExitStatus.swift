import ApusNet
import ApusSession

/// The exit status of the tool. The numbers are stable, so scripts may rely on them.
enum ExitStatus: Int32, Sendable, CaseIterable {
  /// All checks passed, and all files could be read.
  case success = 0
  /// A check failed because a certificate is invalid, different or about to expire.
  case failure = 1
  /// The command line is invalid.
  case usage = 2
  /// A file could not be read or written, or the process has no free file descriptor.
  case unreadable = 3
  /// The host name has no address.
  case name = 4
  /// No connection could be established, or the connection broke off.
  case connection = 5
  /// The TLS handshake failed.
  case tls = 6
  /// The server is not trusted.
  case trust = 7
  /// A time limit was exceeded.
  case timeout = 8
  /// The response has a status code for an error, such as 404.
  case status = 9
  /// The received bytes are not a valid and complete response.
  case answer = 10
  /// The check is incomplete because a file was encrypted or a folder was nested too deeply.
  case incomplete = 11
  /// A signal has ended the command. The number is 128 plus the number of the signal, which is 2
  /// for SIGINT.
  case interrupted = 130

  /// The meaning of the exit status in the words of the help text.
  var meaning: String {
    switch self {
    case .success: "success"
    case .failure:
      "a check failed: invalid, different or expiring certificates, or content that is not text"
    case .usage: "the command line is not valid"
    case .unreadable: "a file cannot be read or written, or too many files are open"
    case .name: "the host name has no address"
    case .connection: "the connection failed or was lost"
    case .tls: "the TLS handshake with the server failed"
    case .trust: "the server is not trusted, and has received no request"
    case .timeout: "a timeout of the request expired"
    case .status: "the status of the response is not 200 to 299"
    case .answer: "the response of the server is malformed or incomplete"
    case .incomplete:
      "the check is incomplete: a file is encrypted or nested too deep, or there are too "
        + "many files"
    case .interrupted:
      "a signal ended the command: 128 plus the signal number, as 143 for SIGTERM"
    }
  }
}

extension ExitStatus {
  /// Creates the exit status for the reason that a request failed.
  init(_ reason: HTTPSessionError.Reason) {
    self =
      switch reason {
      case .cancelled: .interrupted
      case .timedOut: .timeout
      case .url, .setting, .policy, .request, .requestContent, .interceptorChangedOrigin,
        .clearText:
        .usage
      case .unknownHost: .name
      case .network(let fault) where fault.isOutOfDescriptors: .unreadable
      case .network(let fault): fault.kind == .unresolved ? .name : .connection
      case .egress, .shutDown, .suspended, .queueFull, .proxy: .connection
      case .status: .status
      case .trust: .trust
      case .tls: .tls
      case .otherProtocol(let other): other.kind == .plainHTTP ? .tls : .answer
      case .trustSource, .requestBody, .file, .fileName: .unreadable
      case .noResponse, .response, .content, .bodyTooLong, .lineTooLong, .eventTooLong,
        .bodyOutOfScope, .notSwitched, .mediaType, .noContent, .unexpectedPartialContent, .digest,
        .serialization, .stub, .redirect, .authentication, .bodySpent, .tooManyRequests,
        .interceptor, .hook, .cache, .stated:
        .answer
      }
  }
}

extension NetError {
  /// A Boolean value that indicates whether at least one attempt failed because no file descriptor
  /// was free.
  var isOutOfDescriptors: Bool {
    switch self {
    case .outOfDescriptors: true
    case .noneAnswered(let failures): failures.contains { $0.error.isOutOfDescriptors }
    default: false
    }
  }
}
