internal import ApusConnections
package import ApusHTTP
internal import ApusNet

/// The messages of a call that the session sends and receives, without content, in chronological
/// order.
package enum WireEvent: Sendable {
  /// An attempt begins to send the request head, which consists of the given bytes.
  case sending([UInt8])
  /// The session has sent a part of the request content.
  case uploading(TransferProgress)
  /// The head of an informational response was received before the final response.
  case informational(HTTP.ResponseHead)
  /// The final response head was received, including the fields of content codings that are later
  /// removed.
  case head(HTTP.ResponseHead)
}

extension HTTPSession {
  /// Creates a session that reports the sent and received messages of each call in the task of the
  /// call.
  package convenience init(
    _ configuration: Configuration, telling: @escaping @Sendable (WireEvent) -> Void
  ) throws {
    try self.init(at: nil, configuration, monitor: WireMonitor(telling))
  }

  private final class WireMonitor: CallMonitor {
    private let telling: @Sendable (WireEvent) -> Void

    init(_ telling: @escaping @Sendable (WireEvent) -> Void) { self.telling = telling }

    func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline) {
      switch milestone {
      case .sending(let bytes): telling(.sending(bytes))
      case .event(.uploading(let completed, let total)):
        telling(.uploading(TransferProgress(completed: completed, total: total)))
      case .event(.informational(let head)): telling(.informational(head))
      case .event(.head(let head)): telling(.head(head))
      case .event, .tracing, .attempt, .ended: return
      }
    }

    func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline) {}
  }
}
