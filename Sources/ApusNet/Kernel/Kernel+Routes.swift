internal import CApusNet

extension Kernel {
  /// Calls on the sockets by which the kernel tells of links, addresses and routes.
  enum Routes {
    /// What such a socket is for.
    enum Use {
      case asking
      /// Hears that a link, an address, a route or a rule has changed.
      case hearingAll
      /// Hears that an address has changed.
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

    /// Appends the next answer; nothing where another than the kernel has sent it.
    static func receive(_ socket: Int32, into bytes: inout OutputSpan<UInt8>) -> Int64 {
      // SAFETY: C writes at most the free capacity behind the first `count` bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer, count in
        let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let result = unsafe apus_routes_receive(socket, room.baseAddress, room.count)
        if result > 0 { count += Int(result) }
        return result
      }
    }
  }
}
