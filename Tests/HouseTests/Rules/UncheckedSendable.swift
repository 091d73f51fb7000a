/// Thread checks of the compiler are disabled only in the files of this list.
struct UncheckedSendable: Rule {
  private let allowed: Set = [
    "Sources/ApusBytes/SecretBytes.swift",
    "Sources/ApusCrypto/Cipher/AEADKey.swift",
    "Sources/ApusCrypto/MLKEM/Polynomial.swift",
    "Sources/ApusCrypto/RSA/Natural.swift",
    "Sources/ApusHTTP/Coding/ContentDecoder.swift",
    "Sources/ApusHTTP/Coding/GzipEncoder.swift",
    "Sources/ApusNet/EventLoop/Doorbell.swift",
    "Sources/ApusNet/EventLoop/EventLoop.swift",
    "Sources/ApusNet/Sockets/Socket.swift",
    "Sources/ApusNet/Threads/Lock.swift",
    "Sources/ApusConnections/Connection/Connection.swift",
    "Sources/ApusSession/Funnel/Content.swift",
    // All of its properties are constant; the compiler cannot check a class with a subclass.
    "Sources/ApusSession/Tasks/HTTPTask.swift",
    "Sources/ApusTLS/Records/RecordProtection.swift",
  ]

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" && !allowed.contains($0.path) }.flatMap { file in
      file.tokens.indices.compactMap { index in
        let next = index + 1 < file.tokens.count ? file.tokens[index + 1] : nil
        let afterNext = index + 2 < file.tokens.count ? file.tokens[index + 2] : nil
        let isUnchecked = file.tokens[index].is("unchecked") && next?.is("Sendable") == true
        let isUnsafe =
          file.tokens[index].is("nonisolated") && next?.is("(") == true
          && afterNext?.is("unsafe") == true
        guard isUnchecked || isUnsafe else { return nil }
        return Breach(file, file.tokens[index].line, "only listed files overrule the compiler")
      }
    }
  }
}
