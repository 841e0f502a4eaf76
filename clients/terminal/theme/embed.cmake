# Writes OUT: a line {"name", R"(text)"}, for each file of FOLDER. Run by the build.
file(GLOB files ${FOLDER}/*.theme)
set(table "")
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND table "{\"${name}\", R\"~(${text})~\"},\n")
endforeach()
file(WRITE ${OUT} "${table}")
