internal import CApusNet

extension Kernel {
  /// System calls on the sockets that report links, addresses and routes.
  enum Routes {
    /// The use of such a socket.
    enum Use {
      case asking
      /// Receives a message when a link, an address, a route or a rule changes.
      case hearingAll
      /// Receives a message when an address changes.
      case hearingAddresses

      fileprivate var number: apus_routes_use {
        switch self {
        case .asking: APUS_ROUTES_ASKS
        case .hearingAll: APUS_ROUTES_HEARS_ALL
        case .hearingAddresses: APUS_ROUTES_HEARS_ADDRESSES
        }
      }
    }

    static func open(_ use: Use) -> Int64 { apus_routes_open(use.number) }

    /// Appends the next response; nothing if it was not sent by the kernel.
    static func receive(_ socket: Int32, into bytes: inout OutputSpan<UInt8>) -> Int64 {
      // SAFETY: C writes at most the free capacity after the first `count` bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let result = unsafe apus_routes_receive(socket, room.baseAddress, room.count)
        if result > 0 { count += Int(result) }
        return result
      }
    }
  }
}
