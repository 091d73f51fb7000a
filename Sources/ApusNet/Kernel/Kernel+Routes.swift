internal import CApusNet

extension Kernel {
  /// System calls on the sockets that report network interfaces, addresses and routes.
  enum Routes {
    /// The purpose of a route socket, which determines the messages that it receives.
    enum Use {
      case asking
      /// The socket receives a message when a network interface, an address, a route or a rule
      /// changes.
      case hearingAll
      /// The socket receives a message when an address changes.
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

    /// Appends the next message from the kernel to a byte array. Ignores a message from any other
    /// sender.
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
