internal import ApusConnections
package import ApusHTTP
internal import ApusNet

/// The wire events of a call besides content, in their order.
package enum WireEvent: Sendable {
  /// An attempt begins to send a head, whose bytes these are.
  case sending([UInt8])
  /// So much of the request's content was sent.
  case uploading(TransferProgress)
  /// A head before the final one was received.
  case informational(HTTP.ResponseHead)
  /// The final head was received: it still names the codings that are removed.
  case head(HTTP.ResponseHead)
}

extension HTTPSession {
  /// Creates a session that reports, in the task of each call, its wire events.
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
