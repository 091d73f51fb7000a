public import ApusSession
public import FoundationEssentials

/// What Foundation shows of an error: its `localizedDescription` is the `errorDescription`.
extension HTTPSessionError: LocalizedError {
  /// Returns what was asked and what came of it.
  public var errorDescription: String? { description }

  /// Returns what came of it alone.
  public var failureReason: String? { reason.description }
}
