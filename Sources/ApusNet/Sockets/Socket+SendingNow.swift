extension Socket {
  /// Sends what the kernel takes at once of a part of a file; 0 if it takes nothing now.
  ///
  /// A file that has become shorter is an error, and leaves the stream unfinished.
  public func sendNow(_ file: ReadableFile, _ range: Range<Int64>) throws(NetError) -> Int {
    precondition(!range.isEmpty, "there is nothing to send")
    let result = descriptor.use { socket in
      file.descriptor.use {
        Kernel.Sockets.sendFile(socket, $0, offset: range.lowerBound, count: Int(range.count))
      }
    }
    switch result {
    case 0: throw .fileEndedEarly(at: range.lowerBound)
    case 1...: return Int(result)
    case Kernel.Failure.tryAgain: return 0
    default: throw NetError("sendfile", peer, result: result)
    }
  }
}
