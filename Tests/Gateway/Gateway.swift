/// What only whole processes can show of sessions; `run` beside this file says what must hold.
///
///     serve FILE            a server that writes its port to a file: it sends content, or takes it
///                           slowly
///     pipe SOURCE SINK      a gateway between two of them, whose memory is measured
///     hoard SOURCE SINK     one that keeps content, which must be found out
///     upload SINK FILE      a client that sends a large file in a form, and compressed
///     traffic FOLDER        all that a session asks of the kernel, for strace to watch
///     breach FOLDER WHICH   the same, and what must be found out
///     soak FOLDER SECONDS SEED
///                           calls that are cancelled, suspended and broken off at random
///     soak-breach FOLDER WHICH
///                           the same for a moment, and what must be found out
@main
enum Gateway {
  enum Failure: Error {
    case usage
    /// Something else came of a transfer than should have.
    case unexpected(String)
    /// The process has held more memory than it may.
    case tooMuchMemory(byteCount: Int)
    /// Another program would inherit so many of this process's descriptors.
    case inherited(Int64)
  }

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let second = words.dropFirst().first ?? ""
    let third = words.dropFirst(2).first
    switch (words.first, third) {
    case ("serve", nil): try await Peer.serve(announcedAt: second)
    case ("pipe", let third?): try await Piping(from: second, to: third).run()
    case ("hoard", let third?): try await Piping(from: second, to: third).hoard()
    case ("upload", let third?): try await Uploading(to: second, third).run()
    case ("traffic", nil): try await Traffic.run(in: second)
    case ("breach", let third?): try await Traffic.run(in: second, breach: third)
    case ("soak", let third?):
      try await Soaking.run(for: third, words.dropFirst(3).first, in: second)
    case ("soak-breach", let third?): try await Soaking.breach(third, in: second)
    default: throw Failure.usage
    }
  }
}
