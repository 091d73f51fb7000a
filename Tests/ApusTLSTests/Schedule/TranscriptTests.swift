import ApusBytes
import ApusCrypto
import Testing

@testable import ApusTLS

/// RFC 8446 section 4.4.1.
@Suite struct TranscriptTests {
  private let first: [UInt8] = [1, 0, 0, 1, 7]
  private let second: [UInt8] = [2, 0, 0, 2, 8, 9]

  @Test func `a transcript hashes the messages before the choice of the hash function`() {
    for algorithm in HashAlgorithm.allCases {
      var opening = OpeningTranscript()
      opening.add(first)
      var transcript = Transcript(algorithm, opening)
      transcript.add(second)
      #expect(transcript.digest() == digest(algorithm, first + second))
      #expect(transcript.digest() == transcript.digest())
      #expect(transcript.messages == nil && transcript.algorithm == algorithm)
    }
  }

  @Test func `a transcript stores messages until forgetMessages is called`() {
    var opening = OpeningTranscript()
    opening.add(first)
    var transcript = Transcript(.sha384, opening, keepingMessages: true)
    transcript.add(second)
    #expect(transcript.messages == first + second)
    transcript.forgetMessages()
    transcript.add(first)
    #expect(transcript.messages == nil)
    #expect(transcript.digest() == digest(.sha384, first + second + first))
  }

  @Test func `after a retry, a transcript contains the hash of the first ClientHello`() {
    for algorithm in [HashAlgorithm.sha256, .sha384] {
      var opening = OpeningTranscript()
      opening.add(first)
      var transcript = Transcript(algorithm, opening)
      transcript.replaceByHash()
      transcript.add(second)
      let ofFirst = digest(algorithm, first)
      let run = [254, 0, 0, UInt8(ofFirst.count)] + ofFirst + second
      #expect(transcript.digest() == digest(algorithm, run))
    }
  }

  @Test func `a transcript can hash the start of a message without adding the message`() {
    var transcript = Transcript(.sha256, OpeningTranscript())
    transcript.add(first)
    let before = transcript.digest()
    let ahead = transcript.digest(adding: second.span.extracting(..<3))
    #expect(
      ahead
        == digest(.sha256, first + second[..<3]))
    #expect(transcript.digest() == before)
  }

  private func digest(_ algorithm: HashAlgorithm, _ bytes: [UInt8]) -> [UInt8] {
    algorithm.digest(of: bytes.span)
  }
}
