import ApusNet
import ApusSession

/// The exit status of the tool; scripts may rely on the numbers.
enum ExitStatus: Int32, Sendable, CaseIterable {
  /// All checks passed, and all files were read.
  case success = 0
  /// A check failed: an invalid, different or expiring certificate.
  case failure = 1
  /// The command is not written as it must be.
  case usage = 2
  /// A file could not be read or written, or the process has as many open as it may.
  case unreadable = 3
  /// The name of a host leads nowhere.
  case name = 4
  /// No connection could be made, or it broke off.
  case connection = 5
  /// The connection could not be protected.
  case tls = 6
  /// The server is not believed.
  case trust = 7
  /// A time limit was exceeded.
  case timeout = 8
  /// The server answered with a status other than of success.
  case status = 9
  /// The received bytes are not a response, or not a complete one.
  case answer = 10
  /// The check is incomplete: a file was locked, or a folder was nested too deeply.
  case incomplete = 11
  /// A signal has ended the command: 128 and its number, which is 2 for SIGINT.
  case interrupted = 130

  /// The meaning of the number, in the words of the help.
  var meaning: String {
    switch self {
    case .success: "as it should be"
    case .failure: "not so: not valid, not equal, about to expire, or no text for a terminal"
    case .usage: "the command is not written as it must be"
    case .unreadable: "a file could not be read or written, or no more can be opened"
    case .name: "the name of the host leads nowhere"
    case .connection: "no connection could be made, or it broke off"
    case .tls: "the connection could not be protected"
    case .trust: "the server is not believed, and was sent nothing"
    case .timeout: "it took longer than it may"
    case .status: "the server answered with a status other than 200 to 299"
    case .answer: "what came is no answer, or not the whole of it"
    case .incomplete: "something was not looked at: locked, too deep, or too many"
    case .interrupted: "a signal has ended it: 128 and its number, 129 for SIGHUP, 143 for SIGTERM"
    }
  }
}

extension ExitStatus {
  /// Creates the exit status of a failed request.
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
  /// A Boolean value that indicates whether no descriptor was left for at least one attempt.
  var isOutOfDescriptors: Bool {
    switch self {
    case .outOfDescriptors: true
    case .noneAnswered(let failures): failures.contains { $0.error.isOutOfDescriptors }
    default: false
    }
  }
}
