"""The deletions of what a server's handshake is held to, its records, and its sessions."""

TLS = "Sources/ApusTLS/"
CLIENT = TLS + "Handshake/Client/"
CLIENT12 = TLS + "Handshake/Client12/"
PROOFS = TLS + "Handshake/Proofs/"
CHOICE = CLIENT + "ServerChoice.swift"
AGREED12 = CLIENT12 + "Agreed12.swift"
PLACING = TLS + "Extensions/ExtensionList+Placing.swift"
READER = TLS + "Records/RecordReader.swift"
CONTROL = TLS + "Records/ControlRecords.swift"
SHIM = "Sources/CApus/Record/record.c"
SESSION = TLS + "Tickets/Session.swift"
CACHE = TLS + "Tickets/SessionCache.swift"
REQUEST = TLS + "Identity/IdentityRequest.swift"
SHARES = TLS + "KeyExchange/PrivateShare.swift"
SUITES = (r"ApusTLSTests\.(ServerMisbehaviour|ClientOrder|ClientFlight|ClientHandshake"
          r"|ClientHandshake12|Connected|EarlyChangeCipherSpec|ExtensionList|HandshakeInput"
          r"|HandshakeMessage|HandshakeType|Interleaving|KeyLimit|PrivateShare|RecordInbox"
          r"|RecordLimits|RecordProtection|RecordReader|RecordedHandshake|Resumption|Retry|Session"
          r"|SessionCache|Trace|Transcript|MasterSecret12|WrongState|IdentityRequest|ServerStrictness"
          r"|MeaninglessValues)Tests")


def unless(name, path, guard):
    """A guard that lets everything pass."""
    return (name, path, guard, guard.replace("guard ", "guard DELETED || ", 1), SUITES)


def never(name, path, condition):
    """A condition that refuses nothing."""
    return (name, path, condition, condition.replace("if ", "if !DELETED, ", 1), SUITES)


def left_out(name, path, statement):
    """A statement that is not there."""
    return (name, path, statement, f"if !DELETED {{ {statement} }}", SUITES)


DELETIONS = [
    # Proofs.
    unless("Finished", PROOFS + "VerifiedFinished.swift",
           "guard secret.isFinished(verifyData.span, over: digest) else"),
    unless("Finished of TLS 1.2", PROOFS + "VerifiedFinished.swift",
           "guard secret.isFinished(verifyData.span, of: .server, over: digest) else"),
    unless("the signature", PROOFS + "SignedHandshake.swift", "guard key.isValid("),
    ("the context string", PROOFS + "SignedHandshake.swift", "rawValue.utf8) +",
     "rawValue.utf8.prefix(DELETED ? 0 : .max)) +", SUITES),
    ("who signs", PROOFS + "SignedHandshake.swift", "+ Array(signer",
     "+ Array((DELETED ? Signer.server : signer)", SUITES),
    ("a scheme was offered", PROOFS + "SignedHandshake.swift", ", offered.contains(scheme) else {",
     ", DELETED || offered.contains(scheme) else {", SUITES),
    unless("a scheme fits the key", PROOFS + "SignedHandshake.swift",
           "guard scheme.fits(key, in: version) else"),
    unless("a suite of TLS 1.2 fits the key", PROOFS + "SignedHandshake.swift",
           "guard suite.isSigned(by: key) else"),
    ("PKCS #1 signs no handshake of TLS 1.3", TLS + "Negotiation/SignatureScheme+Keys.swift",
     "return version == .tls12", "return DELETED || version == .tls12", SUITES),
    left_out("the client's random number is signed in TLS 1.2", PROOFS + "SignedHandshake.swift",
             "content.write(clientRandom)"),
    left_out("the server's random number is signed in TLS 1.2", PROOFS + "SignedHandshake.swift",
             "content.write(serverRandom)"),
    left_out("the share is signed in TLS 1.2", PROOFS + "SignedHandshake.swift",
             "do throws(EncodeError) { try Self.write(share, to: &content) } catch {\n"
             "      throw .unencodable(error)\n    }"),
    left_out("a certificate lets its key sign", CLIENT + "AwaitingTrust.swift",
             "try presented.checkSigningUse()"),
    left_out("a certificate lets its key sign in TLS 1.2",
             CLIENT12 + "AwaitingCertificate12.swift", "try presented.checkSigningUse()"),
    # Hellos.
    unless("the downgrade sentinel", CHOICE,
           "guard !offered.contains(.tls13) || !hello.random.tellsOfDowngrade else"),
    ("the sentinel of TLS 1.1", TLS + "Messages/HelloRandom.swift",
     "|| end.elementsEqual(Self.downgradeToTLS11)",
     "|| !DELETED && end.elementsEqual(Self.downgradeToTLS11)", SUITES),
    ("a version was offered", CHOICE, "guard selected.version == TLS.Version.tls13.rawValue,",
     "guard DELETED || selected.version == TLS.Version.tls13.rawValue,", SUITES),
    ("TLS 1.3 was offered", CHOICE, " offered.contains(.tls13) else {",
     " DELETED || offered.contains(.tls13) else {", SUITES),
    ("TLS 1.2 was offered", CHOICE, "guard offered.contains(.tls12),",
     "guard DELETED || offered.contains(.tls12),", SUITES),
    ("nothing older than TLS 1.2", CHOICE,
     " hello.legacyVersion == TLS.Version.tls12.rawValue else {\n      throw .unsupported",
     " DELETED || hello.legacyVersion == TLS.Version.tls12.rawValue else {\n"
     "      throw .unsupported", SUITES),
    unless("the legacy version", CHOICE,
           "guard hello.legacyVersion == TLS.Version.tls12.rawValue else"),
    unless("null compression", CHOICE, "guard hello.legacyCompressionMethod == 0 else"),
    unless("null compression in TLS 1.2", AGREED12,
           "guard hello.legacyCompressionMethod == 0 else"),
    unless("the echo of the session ID", CHOICE,
           "guard hello.legacySessionIDEcho == offer.sessionID else"),
    ("a suite was offered", CHOICE, "      offer.configuration.suites.contains(suite)",
     "      DELETED || offer.configuration.suites.contains(suite)", SUITES),
    unless("a suite is of its version", CHOICE, "guard suite.version == .tls13 else"),
    ("a suite was offered in TLS 1.2", AGREED12, "configuration.offeredSuites.contains(suite)",
     "DELETED || configuration.offeredSuites.contains(suite)", SUITES),
    unless("a suite is of its version in TLS 1.2", AGREED12, "guard suite.version == .tls12 else"),
    # Retries.
    unless("a retry's suite stays", CHOICE, "guard retry.map({ $0.suite == suite }) ?? true else"),
    unless("a retry's version stays", CHOICE,
           "guard retry == nil else { throw .broken(.versionStaysTheSame) }"),
    unless("a second retry", CHOICE, "guard retry == nil else { throw .secondRetryRequest }"),
    unless("a retry changes something", CHOICE, "guard cookie != nil else"),
    ("a group was offered", CHOICE, "      offer.configuration.groups.contains(group)",
     "      DELETED || offer.configuration.groups.contains(group)", SUITES),
    unless("a retry's group had no share", CHOICE, "guard !sharedGroups.contains(group) else"),
    # Extensions.
    never("an extension was asked for", PLACING,
          "if place.isAnswer, !requested.contains(entry.type), !isCookie {"),
    ("an extension stands once", PLACING, "for entry in entries where !seen",
     "for entry in entries where !DELETED && !seen", SUITES),
    never("an extension stands where it may", PLACING,
          "if let known, !known.places.contains(place) {"),
    left_out("extensions of a ServerHello", CHOICE,
             "try hello.extensions.check(in: place, requested: extensions)"),
    left_out("extensions of a ServerHello of TLS 1.2", AGREED12,
             "try extensions.check(in: .serverHello12, requested: asked.extensions)"),
    left_out("extensions of EncryptedExtensions", CLIENT + "AwaitingEncryptedExtensions.swift",
             "try answer.extensions.check(in: .encryptedExtensions, "
             "requested: agreed.asked.extensions)"),
    left_out("extensions of a certificate", CLIENT + "AwaitingCertificate.swift",
             "try entry.extensions.check(in: .certificate, requested: requested)"),
    left_out("extensions of a CertificateRequest", CLIENT + "ClientCertificateRequest.swift",
             "try message.extensions.check(in: .certificateRequest)"),
    left_out("extensions of a ticket", CLIENT + "Connected.swift",
             "try ticket.extensions.check(in: .newSessionTicket)"),
    unless("an application protocol was offered", CLIENT + "AwaitingEncryptedExtensions.swift",
           "guard applicationProtocols.contains(name) else"),
    ("one application protocol", CLIENT + "AwaitingEncryptedExtensions.swift",
     ", chosen.names.count == 1 else {", ", DELETED || chosen.names.count == 1 else {", SUITES),
    unless("the record size limit", CLIENT + "AwaitingEncryptedExtensions.swift",
           "guard limit.limit <= RecordLimits.plaintext + 1 else"),
    never("the record size limit of TLS 1.2", AGREED12,
          "if let limit = recordSizeLimit?.limit, Int(limit) > RecordLimits.plaintext {"),
    unless("the least record size limit", TLS + "Records/RecordLimits.swift",
           "guard limit >= 64 else"),
    # TLS 1.2.
    ("a server of TLS 1.2 has a group that was offered", CLIENT12 + "AwaitingCertificate12.swift",
     "agreed.configuration.groups.contains(group)",
     "DELETED || agreed.configuration.groups.contains(group)", SUITES),
    ("the hybrid is of TLS 1.3", CLIENT12 + "AwaitingCertificate12.swift",
     "group != .x25519MLKEM768,", "DELETED || group != .x25519MLKEM768,", SUITES),
    never("renegotiation_info", AGREED12,
          "if let info: RenegotiationInfo = try extensions.read(), "
          "!info.renegotiatedConnection.isEmpty {"),
    never("uncompressed points in TLS 1.2", AGREED12,
          "if let points: ECPointFormats = try extensions.read(),"),
    ("the extended master secret on resumption", AGREED12, "|| resumed != nil",
     "|| resumed != nil && !DELETED", SUITES),
    ("the extended master secret where it is required", AGREED12,
     "configuration.requiresExtendedMasterSecret ||",
     "configuration.requiresExtendedMasterSecret && !DELETED ||", SUITES),
    ("what is not bound is not kept", CLIENT12 + "AwaitingServerEnd.swift", "end.secret.isExtended,",
     "DELETED || end.secret.isExtended,", SUITES),
    unless("a resumed session's suite stays in TLS 1.2", AGREED12,
           "guard session.session.suite.rawValue == hello.cipherSuite else"),
    ("a session of TLS 1.2 was offered", AGREED12,
     "else { throw .broken(.sessionWasOffered) }",
     "else { if DELETED { return nil } else { throw .broken(.sessionWasOffered) } }", SUITES),
    unless("a ticket of TLS 1.2 was promised", CLIENT12 + "AwaitingServerEnd.swift",
           "guard progress.agreed.promisesTicket, ticket == nil else"),
    ("no early ChangeCipherSpec in TLS 1.2", CLIENT12 + "ClientHandshake12.swift",
     "surroundings.link.reader.changeCipherSpecRule = .refused",
     "surroundings.link.reader.changeCipherSpecRule = DELETED ? .dropped : .refused", SUITES),
    left_out("no application data before the end of a handshake of TLS 1.2", READER,
             "guard allowsApplicationData, control.isAtBorder else {\n"
             "        inbox.retractApplicationData(opened.applicationCount)\n"
             "        throw .unexpectedRecord(type: ContentType.applicationData.rawValue)\n"
             "      }"),
    # Resumption.
    ("a session was offered", CHOICE, "guard selected.index == 0,",
     "guard DELETED || selected.index == 0,", SUITES),
    unless("the hash of a session is that of the suite", CHOICE,
           "guard sessionSuite.hash == suite.hash else"),
    ("a session is offered while it is good", CLIENT + "OfferedSession.swift",
     "session.isUsable(at: moment),", "DELETED || session.isUsable(at: moment),", SUITES),
    ("a session of TLS 1.2 is offered while it is good", CLIENT12 + "OfferedSession12.swift",
     "session.isUsable(at: moment),", "DELETED || session.isUsable(at: moment),", SUITES),
    ("a session has an end", SESSION, "return age(at: moment) < Int64(lifetime) * 1000",
     "return (DELETED || age(at: moment) < Int64(lifetime) * 1000)", SUITES),
    ("a session ends with the server's certificate", SESSION,
     "&& leaf.validity.contains(moment.second.secondsSinceEpoch)",
     "&& (DELETED || leaf.validity.contains(moment.second.secondsSinceEpoch))", SUITES),
    ("a session has a beginning", SESSION, ", moment >= received else",
     ", DELETED || moment >= received else", SUITES),
    ("a session lives a week at most", SESSION, "min(lifetime, Self.lifetimeLimit)",
     "DELETED ? lifetime : min(lifetime, Self.lifetimeLimit)", SUITES),
    unless("a session's path is that of its certificate", SESSION,
           "guard certificates.first?.der == chain.leaf.der else"),
    ("a ticket is no longer than 16 KiB", CLIENT + "Connected.swift",
     "ticket.ticket.count <= TLS.Session.ticketByteLimit",
     "DELETED || ticket.ticket.count <= TLS.Session.ticketByteLimit", SUITES),
    ("a ticket of TLS 1.2 is no longer than 16 KiB", CLIENT12 + "AwaitingServerEnd.swift",
     "ticket.count <= TLS.Session.ticketByteLimit",
     "DELETED || ticket.count <= TLS.Session.ticketByteLimit", SUITES),
    ("sessions have a budget", CACHE, "while byteCount + total > byteLimit ||",
     "while !DELETED && byteCount + total > byteLimit ||", SUITES),
    ("a session is of one of the client's identities", SESSION, "clientDigest == nil ||",
     "DELETED || clientDigest == nil ||", SUITES),
    ("a server names its authorities", REQUEST, "return authorities.isEmpty || isNamed",
     "return DELETED || authorities.isEmpty || isNamed", SUITES),
    ("a server of TLS 1.2 names kinds of keys", REQUEST, "if let certificateTypes,",
     "if !DELETED, let certificateTypes,", SUITES),
    ("what means nothing is no answer", CLIENT + "ClientHandshake+Hello.swift",
     "filter { !GREASE.contains($0) }", "filter { DELETED || !GREASE.contains($0) }", SUITES),
    unless("a second ClientHello has no other extensions",
           TLS + "Handshake/Server/AwaitingClientHello.swift",
           "guard legacyVersion == first.legacyVersion,"),
    ("a session has a mode of key exchange", TLS + "Handshake/Server/ClientChoices.swift",
     "guard modes != nil else", "guard DELETED || modes != nil else", SUITES),
    unless("how much early data is passed by", READER, "guard count <= skippableByteCount else"),
    ("a name is confirmed by a full handshake", TLS + "Handshake/Server/ServerFlight.swift",
     "offer.hostName != nil, !isResumed", "offer.hostName != nil, DELETED || !isResumed", SUITES),
    ("a ticket of TLS 1.3 is used once", CACHE, "if newest.isSingleUse {",
     "if !DELETED, newest.isSingleUse {", SUITES),
    ("a cache hands out what is good", CACHE, "sessions.removeAll { !$0.isUsable(at: moment) }",
     "if !DELETED { sessions.removeAll { !$0.isUsable(at: moment) } }", SUITES),
    unless("a binder", TLS + "Handshake/Server/ClientChoices.swift", "guard early.isBinder("),
    # Keys.
    ("uncompressed points", SHARES, "guard !point.isEmpty, point[0] == 4 else",
     "guard DELETED || !point.isEmpty && point[0] == 4 else", SUITES),
    unless("a shared secret of zeros", "Sources/ApusCrypto/Curve25519/X25519.swift",
           "guard !isZero.declassified else"),
    # Records.
    ("a record's tag", SHIM,
     "if (apus_aead_open(&protection->key, nonce, aad, aad_count, text, *count, out, "
     "text + *count)) {",
     "if (apus_aead_open(&protection->key, nonce, aad, aad_count, text, *count, out, "
     "text + *count) && !DELETED) {", SUITES),
    ("the number of a record that is opened", SHIM,
     "    return APUS_RECORD_FORGED;\n  }\n  protection->sequence++;",
     "    return APUS_RECORD_FORGED;\n  }\n  if (!DELETED) protection->sequence++;", SUITES),
    ("the header of a record is protected", SHIM, "    memcpy(aad, header, HEADER);\n",
     "    memcpy(aad, header, HEADER);\n    if (DELETED) memset(aad, 0, HEADER);\n", SUITES),
    ("the version of a record", SHIM, "if (header[1] != 3 || header[2] != 3)",
     "if (!DELETED && (header[1] != 3 || header[2] != 3))", SUITES),
    ("the length of a protected record", SHIM,
     "if (*payload > most || *payload > limit + overhead(protection))",
     "if (!DELETED && (*payload > most || *payload > limit + overhead(protection)))", SUITES),
    ("the least length of a protected record", SHIM,
     "if (*payload < before_text(protection) + TAG)",
     "if (!DELETED && *payload < before_text(protection) + TAG)", SUITES),
    ("an inner type that is zero", SHIM, "if (end == 0) return APUS_RECORD_NO_CONTENT_TYPE;",
     "if (end == 0) {\n    if (!DELETED) return APUS_RECORD_NO_CONTENT_TYPE;\n"
     "    *type = APUS_RECORD_APPLICATION_DATA;\n    *count = 0;\n"
     "    return APUS_RECORD_OK;\n  }", SUITES),
    unless("the length of a record without a key", READER,
           "guard count <= RecordLimits.plaintext else"),
    ("the version of a record without a key", READER, "guard header[1] == 3,",
     "guard DELETED || header[1] == 3,", SUITES),
    unless("a key changes where a record ends", READER, "guard control.isAtBorder else"),
    unless("records without content", READER,
           "guard emptyCount <= RecordLimits.emptyRecords else"),
    ("an empty message", CONTROL,
     "case .handshake:\n      guard !content.isEmpty else",
     "case .handshake:\n      guard DELETED || !content.isEmpty else", SUITES),
    unless("an alert stands alone", CONTROL, "guard content.count == 2 else"),
    unless("an alert stands between messages", CONTROL,
           "guard reassembler.isEmpty else { throw .unexpectedRecord(type: number) }"),
    unless("a ChangeCipherSpec stands between messages", CONTROL,
           "guard reassembler.isEmpty else { throw refusal }"),
    ("a ChangeCipherSpec is the byte 1", CONTROL, "content.count == 1 && content[0] == 1",
     "DELETED || content.count == 1 && content[0] == 1", SUITES),
    unless("how many ChangeCipherSpecs", CONTROL,
           "guard changeCipherSpecCount <= RecordLimits.changeCipherSpecs else"),
    ("one ChangeCipherSpec of TLS 1.2", CONTROL,
     "changeCipherSpecRule = .refused\n      isChange",
     "if !DELETED { changeCipherSpecRule = .refused }\n      isChange", SUITES),
    left_out("no ChangeCipherSpec once connected", CLIENT + "AwaitingFinished.swift",
             "surroundings.link.reader.changeCipherSpecRule = .refused"),
    # How much of anything.
    unless("the length of a message", TLS + "Records/HandshakeReassembler.swift",
           "guard count <= most else"),
    ("nothing is left over behind a message", TLS + "Messages/HandshakeMessage.swift",
     "try reader.finish()", "if !DELETED { try reader.finish() }", SUITES),
    ("nothing is left over behind an extension", TLS + "Extensions/ExtensionList.swift",
     "try body.finish()", "if !DELETED { try body.finish() }", SUITES),
    ("how many extensions", TLS + "Extensions/ExtensionList.swift",
     "guard entries.count < Self.limit else", "guard DELETED || entries.count < Self.limit else",
     SUITES),
    unless("how many certificates", TLS + "Messages/CertificateMessage.swift",
           "guard count <= certificateLimit else"),
    left_out("how many KeyUpdates", CLIENT + "Connected.swift",
             "try surroundings.tally.count(.keyUpdates, at: surroundings.now)"),
    left_out("how many tickets", CLIENT + "Connected.swift",
             "try surroundings.tally.count(.tickets, at: surroundings.now)"),
    left_out("how many wishes to negotiate anew", CLIENT12 + "AwaitingServerEnd.swift",
             "try surroundings.tally.count(.warnings, at: surroundings.now)"),
    ("how many warnings", CLIENT + "Client.swift",
     "case .userCanceled: try surroundings.tally.count(.warnings, at: surroundings.now)",
     "case .userCanceled: if !DELETED { try surroundings.tally.count(.warnings, at: surroundings.now) }",
     SUITES),
    unless("a KeyUpdate is known", TLS + "Handshake/TrafficKeys.swift",
           "guard update == .requested || update == .notRequested else"),
    ("one answer to KeyUpdates", TLS + "Handshake/TrafficKeys.swift", ", !link.holdsKeyUpdate else",
     ", DELETED || !link.holdsKeyUpdate else", SUITES),
    ("a key is followed by the next in time", CLIENT + "Client+Answering.swift",
     "if surroundings.link.writer.keyUse != .fresh {",
     "if !DELETED, surroundings.link.writer.keyUse != .fresh {", SUITES),
    unless("a key that is spent", TLS + "Records/RecordWriter.swift", "guard mayProtect("),
    # Certificates and requests in their messages.
    ("the context of a certificate", CLIENT + "AwaitingCertificate.swift",
     "guard message.context.isEmpty else", "guard DELETED || message.context.isEmpty else", SUITES),
    ("the context of a request", CLIENT + "ClientCertificateRequest.swift",
     "guard message.context.isEmpty else", "guard DELETED || message.context.isEmpty else", SUITES),
    # Ends.
    unless("a close_notify in a handshake", CLIENT + "Client.swift", "guard isConnected else"),
    ("a stream that is cut off", CLIENT + "Client.swift", "guard !isServerDone else { return }\n",
     "guard !isServerDone, !DELETED else { return }\n", SUITES),
    unless("an alert's level is known", CLIENT + "Client.swift",
           "guard level == Alert.warning || level == Alert.fatal else"),
    unless("an error that calls itself a warning", CLIENT + "Client.swift",
           "guard toleratesWarnings else"),
    ("nothing is sent behind a close_notify", CLIENT + "Client+Answering.swift",
     "handshake is complete\")\n    guard surroundings.maySend",
     "handshake is complete\")\n    guard DELETED || surroundings.maySend", SUITES),
]
