/// Tests of sessions that need whole processes; `run` in this folder has the requirements.
///
///     serve FILE            a server that writes its port to a file: it sends content, or takes it
///                           slowly
///     pipe SOURCE SINK      a gateway between two of them, whose memory is measured
///     proxy SOURCE FILE     a reverse proxy whose memory is measured; its port is in the file
///     read PROXY            a client of it, fast and slow
///     hoard SOURCE SINK     one that keeps content, which must be detected
///     upload SINK FILE      a client that sends a large file in a form, and compressed
///     traffic FOLDER        all system calls of a session, under strace
///     breach FOLDER WHICH   the same, with a fault that must be detected
///     soak FOLDER SECONDS SEED
///                           calls that are cancelled, suspended and broken off at random
///     soak-breach FOLDER WHICH
///                           the same for a moment, with a fault that must be detected
@main
enum Gateway {
  enum Failure: Error {
    case usage
    /// A transfer had an unexpected result.
    case unexpected(String)
    /// The process has exceeded its memory limit.
    case tooMuchMemory(byteCount: Int)
    /// Another program would inherit this number of the process's descriptors.
    case inherited(Int64)
  }

  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let second = words.dropFirst().first ?? ""
    let third = words.dropFirst(2).first
    switch (words.first, third) {
    case ("serve", nil): try await Peer.serve(announcedAt: second)
    case ("pipe", let third?): try await Piping(from: second, to: third).run()
    case ("proxy", let third?): try await Proxying.serve(second, announcedAt: third)
    case ("read", nil): try await Proxying.read(through: second)
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
