/// How the tool ends; the numbers are part of what scripts may rely on.
enum ExitStatus: Int32, Sendable, CaseIterable {
  /// What was asked holds, and everything was read.
  case success = 0
  /// What was asked does not hold: not valid, not equal, about to expire.
  case failure = 1
  /// The command is not written as it must be.
  case usage = 2
  /// Something could not be read.
  case unreadable = 3

  /// What the number means, in the words of the help.
  var meaning: String {
    switch self {
    case .success: "as it should be"
    case .failure: "not so: not valid, not equal, or about to expire"
    case .usage: "the command is not written as it must be"
    case .unreadable: "something could not be read"
    }
  }
}
