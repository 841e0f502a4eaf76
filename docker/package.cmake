# What is installed, and the two Debian packages that `cpack -B packages` makes of it in a build folder:
# pentad-server (with the web client) and pentad (the terminal client and the tool for the rules).
include(GNUInstallDirs)
set(MANUALS ${CMAKE_BINARY_DIR}/manuals)

# A page of the manual from the program's own table of options.
function(install_manual PROGRAM COMPONENT)
    set(page ${MANUALS}/${PROGRAM}.1)
    add_custom_command(OUTPUT ${page}.gz
        COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
        COMMAND ${PROGRAM} --print-manual > ${page}
        COMMAND gzip -9nf ${page}
        DEPENDS ${PROGRAM} VERBATIM)
    add_custom_target(${PROGRAM}-manual ALL DEPENDS ${page}.gz)
    install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${COMPONENT})
endfunction()

# What Debian wants to find beside every package.
function(install_documents PACKAGE COMPONENT)
    install(FILES ${MANUALS}/${PACKAGE}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${PACKAGE}
            COMPONENT ${COMPONENT})
    set(folder ${CMAKE_INSTALL_DATADIR}/doc/${PACKAGE})
    install(FILES LICENSE RENAME copyright DESTINATION ${folder} COMPONENT ${COMPONENT})
    install(FILES ${MANUALS}/changelog.gz DESTINATION ${folder} COMPONENT ${COMPONENT})
endfunction()
add_custom_command(OUTPUT ${MANUALS}/changelog.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
    COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${MANUALS}/changelog.gz
    DEPENDS CHANGELOG.md VERBATIM)
add_custom_target(changelog ALL DEPENDS ${MANUALS}/changelog.gz)

# What Debian calls the changelog is the package's own; ours is the upstream one beside it.
foreach(package pentad-server pentad)
    set(folder ${MANUALS}/${package})
    file(CONFIGURE OUTPUT ${folder}/changelog.Debian CONTENT [[${package} (${PROJECT_VERSION}-1) unstable; urgency=medium

  * As changelog.gz says.

 -- Pentad developers <pentad@example.invalid>  Thu, 01 Jan 2026 00:00:00 +0000
]])
    add_custom_command(OUTPUT ${folder}/changelog.Debian.gz
        COMMAND gzip -9nc ${folder}/changelog.Debian > ${folder}/changelog.Debian.gz
        DEPENDS ${folder}/changelog.Debian VERBATIM)
    add_custom_target(${package}-changelog ALL DEPENDS ${folder}/changelog.Debian.gz)
    add_dependencies(changelog ${package}-changelog)
endforeach()

# Pages of those that have no table of options to make one of.
function(install_written_manual PROGRAM COMPONENT)
    set(page ${MANUALS}/${PROGRAM}.1.gz)
    add_custom_command(OUTPUT ${page}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
        COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/docker/manuals/${PROGRAM}.1 > ${page}
        DEPENDS docker/manuals/${PROGRAM}.1 VERBATIM)
    add_custom_target(${PROGRAM}-manual ALL DEPENDS ${page})
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${COMPONENT})
endfunction()

# The completions of the shells, from the program's own table of options.
function(install_completions PROGRAM COMPONENT)
    foreach(shell bash zsh fish)
        set(completion ${MANUALS}/${PROGRAM}.${shell})
        add_custom_command(OUTPUT ${completion}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${MANUALS}
            COMMAND ${PROGRAM} --print-completion ${shell} > ${completion}
            DEPENDS ${PROGRAM} VERBATIM)
        add_custom_target(${PROGRAM}-completion-${shell} ALL DEPENDS ${completion})
    endforeach()
    install(FILES ${MANUALS}/${PROGRAM}.bash RENAME ${PROGRAM} COMPONENT ${COMPONENT}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    # Debian's zsh looks for those of its packages in a folder of their own, every other one here.
    install(CODE "
        set(folder site-functions)
        if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
            set(folder vendor-completions)
        endif()
        file(INSTALL \"${MANUALS}/${PROGRAM}.zsh\" RENAME _${PROGRAM}
             DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")
    " COMPONENT ${COMPONENT})
    install(FILES ${MANUALS}/${PROGRAM}.fish COMPONENT ${COMPONENT}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

install(TARGETS pentad-server RUNTIME COMPONENT server)
install_manual(pentad-server server)
install_completions(pentad-server server)
install_documents(pentad-server server)
install(DIRECTORY clients/web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pentad/web COMPONENT server OPTIONAL)
install(FILES docker/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/pentad-server COMPONENT server)
# Where it goes is known when it is installed, not before.
install(CODE "
    set(PENTAD_BIN \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    set(PENTAD_SHARE \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/pentad\")
    set(unit \"${CMAKE_BINARY_DIR}/systemd\${CMAKE_INSTALL_PREFIX}/pentad-server.service\")
    configure_file(\"${CMAKE_SOURCE_DIR}/docker/systemd/pentad-server.service.in\" \"\${unit}\" @ONLY)
    file(INSTALL \"\${unit}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/systemd/system\")
" COMPONENT server)

# The image is built without the load generator.
if(TARGET pentad-load)
    install(TARGETS pentad-load RUNTIME COMPONENT clients)
    install_written_manual(pentad-load clients)
endif()
foreach(program pentad pentad-engine)
    install(TARGETS ${program} RUNTIME COMPONENT clients)
    install_manual(${program} clients)
    install_completions(${program} clients)
endforeach()
install_documents(pentad clients)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "Pentad developers <pentad@example.invalid>")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL server clients)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# The section `games` wants its programs in /usr/games.
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_SERVER_PACKAGE_NAME pentad-server)
set(CPACK_DEBIAN_CLIENTS_PACKAGE_NAME pentad)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "five abstract board games over the net")
set(CPACK_COMPONENT_SERVER_DESCRIPTION
    "The server: people and computers play Replica, Murus Gallicus, Bounce,
Sight and Claustro on it, in a browser, in a terminal or with programs of
their own.")
set(CPACK_COMPONENT_CLIENTS_DESCRIPTION
    "The terminal client: plays Replica, Murus Gallicus, Bounce, Sight and
Claustro on a Pentad server, and brings a tool that knows their rules.")
include(CPack)
